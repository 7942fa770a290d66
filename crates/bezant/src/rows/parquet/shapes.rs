//! What a column holds: found in the cells that go into it, or in the schema of a file.

use std::sync::Arc;

use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::schema::types::{Type, TypePtr};

use super::cells::{Cell, Unfit};

/// A value that may be null.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub shape: Shape,
    pub is_optional: bool,
}

/// What values are, one for each way in which counts are saved.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Flag,
    /// Whole numbers. They are signed, as everybody's tables have them, unless one is too large for that.
    Number {
        is_unsigned: bool,
    },
    Text,
    List(Box<Node>),
    /// Keys and values, in their order.
    Map(Box<[Node; 2]>),
}

/// The longest way from a column to what it holds; no count goes so deep.
const DEEPEST: usize = 8;

impl Node {
    fn always(shape: Shape) -> Node {
        Node { shape, is_optional: false }
    }

    /// How many columns of plain values it takes.
    pub(super) fn n_leaves(&self) -> usize {
        match &self.shape {
            Shape::Flag | Shape::Number { .. } | Shape::Text => 1,
            Shape::List(item) => item.n_leaves(),
            Shape::Map(pair) => pair.iter().map(Node::n_leaves).sum(),
        }
    }

    /// As Parquet has it.
    pub(super) fn to_parquet(&self, name: &str) -> Result<TypePtr, ParquetError> {
        let repetition = match self.is_optional {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        let plain =
            |physical| Type::primitive_type_builder(name, physical).with_repetition(repetition);
        let group = |logical, inner: &str, fields| {
            let repeated = Type::group_type_builder(inner)
                .with_repetition(Repetition::REPEATED)
                .with_fields(fields)
                .build()?;
            let group = Type::group_type_builder(name).with_repetition(repetition);
            group.with_logical_type(Some(logical)).with_fields(vec![Arc::new(repeated)]).build()
        };
        let column = match &self.shape {
            Shape::Flag => plain(Physical::BOOLEAN).build(),
            Shape::Number { is_unsigned: false } => plain(Physical::INT64).build(),
            Shape::Number { is_unsigned: true } => {
                let kind = LogicalType::integer(64, false);
                plain(Physical::INT64).with_logical_type(Some(kind)).build()
            }
            Shape::Text => {
                plain(Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String)).build()
            }
            Shape::List(item) => {
                group(LogicalType::List, "list", vec![item.to_parquet("element")?])
            }
            Shape::Map(pair) => {
                let fields = vec![pair[0].to_parquet("key")?, pair[1].to_parquet("value")?];
                group(LogicalType::Map, "key_value", fields)
            }
        };
        column.map(Arc::new)
    }

    /// What a column of a file holds, whoever wrote it; nothing where no count is saved so.
    pub(super) fn from_parquet(column: &Type) -> Option<Node> {
        Node::at_depth(column, 0)
    }

    fn at_depth(column: &Type, depth: usize) -> Option<Node> {
        let about = column.get_basic_info();
        if depth > DEEPEST || !about.has_repetition() || about.repetition() == Repetition::REPEATED
        {
            return None;
        }
        let shape = match column {
            Type::PrimitiveType { physical_type: Physical::BOOLEAN, .. } => Shape::Flag,
            Type::PrimitiveType { physical_type: Physical::INT64, .. } => {
                Shape::Number { is_unsigned: is_unsigned(column)? }
            }
            Type::PrimitiveType { physical_type: Physical::BYTE_ARRAY, .. } => Shape::Text,
            Type::PrimitiveType { .. } => return None,
            Type::GroupType { fields, .. } => {
                let [repeated] = fields.as_slice() else { return None };
                let Type::GroupType { basic_info, fields } = &**repeated else { return None };
                let is_repeated =
                    basic_info.has_repetition() && basic_info.repetition() == Repetition::REPEATED;
                let is_map = about.logical_type_ref() == Some(&LogicalType::Map)
                    || about.converted_type() == ConvertedType::MAP;
                match fields.as_slice() {
                    [item] if is_repeated && !is_map => {
                        Shape::List(Box::new(Node::at_depth(item, depth + 1)?))
                    }
                    [key, value] if is_repeated && is_map => {
                        let [key, value] = [key, value].map(|it| Node::at_depth(it, depth + 1));
                        Shape::Map(Box::new([key?, value?]))
                    }
                    _ => return None,
                }
            }
        };
        Some(Node { shape, is_optional: about.repetition() == Repetition::OPTIONAL })
    }
}

/// Whether numbers of 64 bits have no sign; nothing for what is no number, such as a date.
fn is_unsigned(column: &Type) -> Option<bool> {
    let about = column.get_basic_info();
    match (about.logical_type_ref(), about.converted_type()) {
        (Some(LogicalType::Integer(kind)), _) => Some(!kind.is_signed),
        (Some(_), _) => None,
        (None, ConvertedType::NONE | ConvertedType::INT_64) => Some(false),
        (None, ConvertedType::UINT_64) => Some(true),
        (None, _) => None,
    }
}

/// What the cells of a column have in common, as far as they have been seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Seen {
    /// Nulls alone, or lists that are all empty.
    #[default]
    Nothing,
    Plain(Shape),
    List(Box<Seen>),
    Map(Box<[Seen; 2]>),
}

impl Seen {
    /// Takes one more cell into account.
    pub(super) fn add(&mut self, cell: &Cell) -> Result<(), Unfit> {
        match cell {
            Cell::Null => Ok(()),
            Cell::Flag(_) => self.plain(Shape::Flag),
            Cell::Number(n) => {
                let is_unsigned = i64::try_from(*n).is_err();
                match self {
                    Seen::Plain(Shape::Number { is_unsigned: all }) => {
                        *all |= is_unsigned;
                        Ok(())
                    }
                    _ => self.plain(Shape::Number { is_unsigned }),
                }
            }
            Cell::Text(_) => self.plain(Shape::Text),
            Cell::List(items) => {
                if *self == Seen::Nothing {
                    *self = Seen::List(Box::default());
                }
                items.iter().try_for_each(|item| self.add_item(item))
            }
            Cell::Pair(_) => mixed(),
        }
    }

    /// Takes one more thing of a list into account: pairs make a map of it.
    fn add_item(&mut self, item: &Cell) -> Result<(), Unfit> {
        match (item, &mut *self) {
            (Cell::Pair(pair), Seen::List(seen)) if **seen == Seen::Nothing => {
                let mut both = Box::<[Seen; 2]>::default();
                both.iter_mut().zip(&**pair).try_for_each(|(seen, cell)| seen.add(cell))?;
                *self = Seen::Map(both);
                Ok(())
            }
            (Cell::Pair(pair), Seen::Map(both)) => {
                both.iter_mut().zip(&**pair).try_for_each(|(seen, cell)| seen.add(cell))
            }
            (Cell::Pair(_) | Cell::Null, _) | (_, Seen::Map(_)) => mixed(),
            (item, Seen::List(seen)) => seen.add(item),
            _ => mixed(),
        }
    }

    fn plain(&mut self, shape: Shape) -> Result<(), Unfit> {
        match self {
            Seen::Nothing => {
                *self = Seen::Plain(shape);
                Ok(())
            }
            Seen::Plain(seen) if *seen == shape => Ok(()),
            _ => mixed(),
        }
    }

    /// What a column of all that holds. Of lists that are all empty it does not matter what they hold.
    pub(super) fn shape(&self) -> Option<Shape> {
        let inner = |seen: &Seen| {
            Node::always(seen.shape().unwrap_or(Shape::Number { is_unsigned: false }))
        };
        match self {
            Seen::Nothing => None,
            Seen::Plain(shape) => Some(shape.clone()),
            Seen::List(item) => Some(Shape::List(Box::new(inner(item)))),
            Seen::Map(both) => Some(Shape::Map(Box::new(both.each_ref().map(inner)))),
        }
    }
}

fn mixed<T>() -> Result<T, Unfit> {
    Err(Unfit("counts of different kinds cannot be one column of Parquet".to_string()))
}
