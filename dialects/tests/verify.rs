//! The verifier and the parser on faulty modules: what is found, and where.

use shardwright_ir::text::parse_module;
use shardwright_ir::verify;

/// Messages of all findings, each with the text that its primary label marks.
fn findings(source: &str) -> Vec<String> {
    let errors = match parse_module(source, &shardwright_dialects::registry()) {
        Err(errors) => errors,
        Ok(module) => match verify(&module) {
            Ok(_) => return Vec::new(),
            Err(errors) => errors,
        },
    };
    let marked = |diagnostic: &shardwright_ir::Diagnostic| {
        let span = diagnostic.labels.first().expect("every finding has a place").span;
        source[span.start as usize..span.end as usize].to_string()
    };
    errors.0.iter().map(|diagnostic| format!("{} @ {}", diagnostic.message, marked(diagnostic))).collect()
}

/// A function of two 4x8 tensors, on a mesh.
fn body(text: &str) -> String {
    format!(
        "sdy.mesh @m = <[\"x\"=2, \"y\"=4]>\n\
         func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {{\n{text}\n  return %a : tensor<4x8xf32>\n}}"
    )
}

fn sharded(sharding: &str) -> String {
    body(&format!("  %0 = stablehlo.add %a, %b {{sdy.sharding = #sdy.sharding_per_value<[{sharding}]>}} : tensor<4x8xf32>"))
}

#[test]
fn a_legal_module_passes() {
    assert_eq!(findings(&body("  %0 = stablehlo.add %a, %b : tensor<4x8xf32>")), Vec::<String>::new());
    let ok = r#"<@m, [{"x"}p0, {"y":(1)2, ?}p2], replicated={"y":(2)2}>"#;
    assert_eq!(findings(&sharded(ok)), Vec::<String>::new());
}

#[test]
fn faults_of_text_are_located_and_all_reported() {
    let found = findings(&body(
        "  %0 = stablehlo.ad %a, %b : tensor<4x8xf32>\n\
         \x20 %1 = stablehlo.add %a, %c : tensor<4x8xf32>\n\
         \x20 %2 = stablehlo.add %a, %0 : tensor<4x8xf32>\n\
         \x20 %a = stablehlo.add %a, %b : tensor<4x8xf32>\n\
         \x20 %3 = stablehlo.add %a, %b : tensor<4x9xf32>\n\
         \x20 %4:2 = stablehlo.add %a, %b : tensor<4x8xf32>\n\
         \x20 %5 = \"stablehlo.add\"(%a, %b) : (tensor<4x8xf32>) -> tensor<4x8xf32>\n\
         \x20 %6 = stablehlo.add %a#1, %b : tensor<4x8xf32>",
    ));
    assert_eq!(
        found,
        [
            "unknown op `stablehlo.ad` @ stablehlo.ad",
            // The use of %0 in the third line is not reported again.
            "%c is not defined @ %c",
            "%a is defined twice @ %a",
            "%a has type tensor<4x8xf32>, not tensor<4x9xf32> @ tensor<4x9xf32>",
            "stablehlo.add has 1 results, but 2 are named @ stablehlo.add",
            "2 operands, but 1 types @ tensor<4x8xf32>",
            "%a has 1 values, there is no `#1` @ %a#1",
        ]
    );
}

#[test]
fn names_of_a_region_end_with_it() {
    let found = findings(&body(
        "  %p = stablehlo.constant dense<0> : tensor<i32>\n\
         \x20 %0 = \"stablehlo.case\"(%p) ({\n\
         \x20   %1 = stablehlo.add %a, %b : tensor<4x8xf32>\n\
         \x20   stablehlo.return %1 : tensor<4x8xf32>\n\
         \x20 }) : (tensor<i32>) -> tensor<4x8xf32>\n\
         \x20 %2 = stablehlo.add %1, %b : tensor<4x8xf32>",
    ));
    assert_eq!(found, ["%1 is not defined @ %1"]);
}

#[test]
fn structure_and_types_are_verified() {
    let found = findings(&body(
        "  %0 = \"stablehlo.add\"(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>\n\
         \x20 %1 = \"stablehlo.transpose\"(%a) : (tensor<4x8xf32>) -> tensor<8x4xf32>\n\
         \x20 %2 = call @nobody(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>",
    ));
    assert_eq!(
        found,
        [
            "func.call: there is no function @nobody @ call",
            "stablehlo.add: takes 2 operands, got 1 @ \"stablehlo.add\"",
            "stablehlo.transpose: attribute `permutation` is missing (the operand's dimension that each result dimension is) @ \"stablehlo.transpose\"",
        ]
    );
    let found = findings(&body("  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<4x8xf32>"));
    assert_eq!(found, ["stablehlo.transpose: result 0 must have type tensor<8x4xf32>, got tensor<4x8xf32> @ stablehlo.transpose"]);
    let found = findings("func.func @main(%a: tensor<4xf32>) -> tensor<5xf32> {\n  return %a : tensor<4xf32>\n}");
    assert_eq!(found, ["func.return: function result 0 must have type tensor<5xf32>, got tensor<4xf32> @ return"]);
    let found = findings("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %a, %a : tensor<4xf32>\n}");
    assert_eq!(found, ["@main: the body does not end in a terminator @ @main", "stablehlo.add: ends a region, but is no terminator @ stablehlo.add"]);
    let found = findings("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = call @main(%a) : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}");
    assert_eq!(found, ["@main: calls itself, directly or through others: recursion is not supported @ @main"]);
}

#[test]
fn shardings_are_verified() {
    let cases = [
        (r#"<@q, [{}, {}]>"#, "there is no mesh @q"),
        (r#"<@m, [{}]>"#, "sharding has 1 dimensions, the tensor has 2"),
        (r#"<@m, [{"z"}, {}]>"#, "unknown axis \"z\": mesh @m has \"x\", \"y\""),
        (r#"<@m, [{"x"}, {"x"}]>"#, "axis \"x\" is used twice"),
        (r#"<@m, [{"y":(1)2}, {"y"}]>"#, "axes \"y\":(1)2 and \"y\" overlap"),
        (r#"<@m, [{"y":(1)3}, {}]>"#, "sub-axis \"y\":(1)3 does not divide axis \"y\" of size 4"),
        (r#"<@m, [{"y":(2)4}, {}]>"#, "sub-axis \"y\":(2)4 does not divide axis \"y\" of size 4"),
        (r#"<@m, [{"y":(1)4}, {}]>"#, "sub-axis \"y\":(1)4 is all of axis \"y\": write the axis"),
        (r#"<@m, [{"y":(1)2, "y":(2)2}, {}]>"#, "axes \"y\":(1)2 and \"y\":(2)2 must be written as \"y\""),
        (r#"<@m, [{}p1, {}]>"#, "dimension 0 is empty and closed: it cannot have priority 1"),
        (r#"<@m, [{}, {}], replicated={"y", "x"}>"#, "replicated axes must be in mesh order: \"x\" comes before \"y\""),
        (r#"<@m, [{"x"}, {}], unreduced={"x"}>"#, "axis \"x\" is used twice"),
    ];
    for (sharding, message) in cases {
        assert_eq!(findings(&sharded(sharding)), [format!("stablehlo.add: sharding of result 0: {message} @ stablehlo.add")], "{sharding}");
    }
    let rule = |rule: &str| findings(&body(&format!("  %0 = stablehlo.add %a, %b {{sdy.sharding_rule = #sdy.op_sharding_rule<{rule}>}} : tensor<4x8xf32>")));
    assert_eq!(rule("([i, j], [i, j])->([i, j]) {i=4, j=8}"), Vec::<String>::new());
    assert_eq!(
        rule("([i, j], [i, j])->([i, j]) {i=4, j=7}"),
        ["stablehlo.add: `sdy.sharding_rule`: operand 0: factors of dimension 1 multiply to 7, its size is 8 @ stablehlo.add"]
    );
    assert_eq!(
        rule("([i, j])->([i, j]) {i=4, j=8}"),
        ["stablehlo.add: `sdy.sharding_rule`: rule has 1 operands, the op has 2 @ stablehlo.add"]
    );
}

#[test]
fn meshes_are_verified() {
    let func = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}";
    let found = findings(&format!("sdy.mesh @m = <[\"x\"=0]>\n{func}"));
    assert_eq!(found, ["mesh axis \"x\" must have a size of at least 1, got 0 @ ["]);
    let found = findings(&format!("sdy.mesh @m = <[\"x\"=2], device_ids=[1, 1]>\n{func}"));
    assert_eq!(found, ["device_ids must be a permutation of 0 to 1, got [1, 1] @ ["]);
}
