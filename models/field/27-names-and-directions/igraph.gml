Creator "igraph"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    name "1"
  ]
  node
  [
    id 1
    name "2"
  ]
  node
  [
    id 2
    name "3"
  ]
  node
  [
    id 3
    name "4"
  ]
  edge
  [
    source 1
    target 0
    weight 1
  ]
  edge
  [
    source 2
    target 1
    weight 1
  ]
  edge
  [
    source 3
    target 2
    weight 1
  ]
  edge
  [
    source 3
    target 0
    weight 1
  ]
]
