graph [
  DateObtained "3/02/11"
  GeoLocation "Japan"
  GeoExtent "Country"
  Network "Sinet"
  Provenance "Primary"
  Creator "Topology Zoo Toolset"
  Version "1.0"
  directed 0
  label "Sinet"
  multigraph 1
  node [
    id 0
    label "T&#333;ky&#333;"
    Country "Japan"
    Longitude 139.69
    Internal 1
    Latitude 35.6
    type "Large"
  ]
  node [
    id 1
    label "Osaka"
    Internal 1
  ]
  node [
    id 7
    label "Nagoya"
    Internal 1
    hyperedge 1
  ]
  edge [
    source 0
    target 1
    key 0
    LinkLabel "40 Gbps"
    LinkSpeed "40"
    LinkSpeedUnits "G"
    LinkSpeedRaw 40000000000.0
  ]
  edge [
    source 0
    target 1
    key 1
    LinkSpeed "10"
    LinkSpeedUnits "G"
    LinkSpeedRaw 10000000000.0
  ]
  edge [
    source 1
    target 7
    key 0
    LinkSpeed "10"
    LinkSpeedUnits "G"
    LinkSpeedRaw 10000000000.0
  ]
]
