//Provides: isotask_hand_on
//Requires: caml_string_of_array, caml_jsstring_of_string
function isotask_hand_on(of_text) {
  // A verdict is the block [0, code, said, claims], a list [0, first, rest] or 0, a claim [0, code, line].
  globalThis.isotaskVerdict = function (bytes) {
    var told = of_text(caml_string_of_array(bytes)), claims = [];
    for (var rest = told[3]; rest; rest = rest[2])
      claims.push({ code: rest[1][1], line: caml_jsstring_of_string(rest[1][2]) });
    return { code: told[1], said: caml_jsstring_of_string(told[2]), claims: claims };
  };
  return 0;
}
