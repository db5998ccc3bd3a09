//! `stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], …} {…} : …`.

use super::is_ints;
use shardwright_ir::op::OpView;
use shardwright_ir::text::{CustomSyntax, OpParser, OpPrinter, Parsed};
use shardwright_ir::{Attr, ElementType, Literal};

/// The syntax.
pub struct Convolution;

/// Attributes of the window that are lists of integers, by their word in the text.
const LISTS: [(&str, &str); 3] = [("stride", "window_strides"), ("lhs_dilate", "lhs_dilation"), ("rhs_dilate", "rhs_dilation")];

impl CustomSyntax for Convolution {
    fn parse(&self, op: &mut OpParser) -> Parsed<()> {
        op.operands_in_parentheses()?;
        op.expect("dim_numbers")?;
        op.expect("=")?;
        let dims = op.conv_dims()?;
        op.set_attr("dimension_numbers", dims)?;
        op.expect(",")?;
        op.expect("window")?;
        op.expect("=")?;
        op.expect("{")?;
        let fields = op.list("}", |reader| {
            let span = reader.peek().span();
            let word = reader.word()?;
            reader.expect("=")?;
            let (name, value) = match word {
                "pad" => {
                    reader.expect("[")?;
                    let pairs = reader.list("]", |reader| {
                        let span = reader.peek().span();
                        let pair = reader.ints()?;
                        if pair.len() == 2 { Ok(pair) } else { Err(reader.error_at(span, "padding is pairs `[low, high]`")) }
                    })?;
                    let flat = pairs.concat();
                    let bytes = flat.iter().flat_map(|value| value.to_le_bytes()).collect();
                    let ty = shardwright_ir::TensorType::new(ElementType::I64, &[pairs.len() as i64, 2]);
                    ("padding", Attr::Dense(Literal::dense(ty, bytes)))
                }
                "reverse" => {
                    let values = reader.bools()?.into_iter().map(i64::from).collect();
                    ("window_reversal", Attr::Ints(ElementType::I1, values))
                }
                _ => match LISTS.iter().find(|(known, _)| *known == word) {
                    Some((_, name)) => (*name, Attr::ints(&reader.ints()?)),
                    None => return Err(reader.error_at(span, format!("unknown window field `{word}`"))),
                },
            };
            Ok((name, value))
        })?;
        for (name, value) in fields {
            op.set_attr(name, value)?;
        }
        op.optional_attr_dict()?;
        op.expect(":")?;
        op.functional_type()
    }
    fn print(&self, op: &mut OpPrinter) {
        let view = op.view();
        op.write("(");
        op.values(&view.data().operands);
        op.write(") dim_numbers = ");
        if let Some(fields) = view.attr("dimension_numbers").and_then(Attr::as_struct) {
            op.conv_dims(fields);
        }
        let list = |values: &[i64]| format!("[{}]", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        let mut fields = Vec::new();
        let ints = |index: usize| view.attrs().ints(LISTS[index].1).map(|values| format!("{} = {}", LISTS[index].0, list(&values)));
        fields.extend(ints(0));
        if let Some(padding) = view.attrs().ints("padding") {
            let pairs: Vec<_> = padding.chunks(2).map(list).collect();
            fields.push(format!("pad = [{}]", pairs.join(", ")));
        }
        fields.extend(ints(1));
        fields.extend(ints(2));
        if let Some(reversal) = view.attrs().ints("window_reversal") {
            let words: Vec<_> = reversal.iter().map(|&value| (value != 0).to_string()).collect();
            fields.push(format!("reverse = [{}]", words.join(", ")));
        }
        op.write(&format!(", window = {{{}}}", fields.join(", ")));
        op.attr_dict(&["dimension_numbers", "window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"]);
        op.write(" : ");
        op.functional_type();
    }
    fn fits(&self, op: &OpView) -> bool {
        let attrs = op.attrs();
        let dims = matches!(op.attr("dimension_numbers"), Some(Attr::Struct(name, _)) if *name == "stablehlo.conv");
        let lists = LISTS.iter().all(|(_, name)| attrs.get(name).is_none() || is_ints(attrs, name, None));
        let padding = match attrs.get("padding") {
            None => true,
            Some(Attr::Dense(literal)) => literal.ty.element == ElementType::I64 && literal.ty.rank() == 2 && literal.ty.dims[1] == 2,
            Some(_) => false,
        };
        let reversal = matches!(attrs.get("window_reversal"), None | Some(Attr::Ints(ElementType::I1, _)));
        dims && lists && padding && reversal
    }
}
