//! Counts of any metric as cells of a table, and back: what they say of themselves to be saved as JSON is
//! enough for both.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::ser::{
    self, Impossible, Serialize, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};

/// What stands in one column of one row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    /// Nothing.
    Null,
    Flag(bool),
    Number(u64),
    Text(String),
    List(Vec<Cell>),
    /// One of what a map is a list of.
    Pair(Box<[Cell; 2]>),
}

/// Counts by name.
pub(super) type Fields<K> = Vec<(K, Cell)>;

/// What cannot be a cell, or become counts.
#[derive(Debug)]
pub(super) struct Unfit(pub String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

impl ser::Error for Unfit {
    fn custom<T: fmt::Display>(why: T) -> Unfit {
        Unfit(why.to_string())
    }
}

impl de::Error for Unfit {
    fn custom<T: fmt::Display>(why: T) -> Unfit {
        Unfit(why.to_string())
    }
}

/// Counts as cells, in the order in which they are declared. What is left out of JSON is null.
pub(super) fn fields<C: Serialize>(counts: &C) -> Result<Fields<&'static str>, Unfit> {
    counts.serialize(ToFields)
}

/// The counts that have these cells; those that are null are left out.
pub(super) fn from_fields<C: DeserializeOwned>(fields: Fields<&str>) -> Result<C, Unfit> {
    let there = fields.into_iter().filter(|(_, cell)| *cell != Cell::Null);
    C::deserialize(MapDeserializer::new(there))
}

/// A value that has a name of its own, such as a remedy.
pub(super) fn cell(value: &impl Serialize) -> Result<Cell, Unfit> {
    value.serialize(ToCell)
}

/// The value of a cell.
pub(super) fn value<T: DeserializeOwned>(cell: Cell) -> Result<T, Unfit> {
    T::deserialize(cell)
}

fn unfit<T>(what: &str) -> Result<T, Unfit> {
    Err(Unfit(format!("{what} cannot be columns of Parquet; save such rows as JSON")))
}

/// Methods of serializers for what counts do not have.
macro_rules! refuse {
    ($($method:ident($($argument:ty),*) -> $ok:ty, $what:literal;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$ok, Unfit> { unfit($what) })*
    };
}

type No<T> = Impossible<T, Unfit>;

struct ToCell;

impl Serializer for ToCell {
    type Ok = Cell;
    type Error = Unfit;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = No<Cell>;
    type SerializeTupleVariant = No<Cell>;
    type SerializeMap = No<Cell>;
    type SerializeStruct = No<Cell>;
    type SerializeStructVariant = No<Cell>;

    refuse! {
        serialize_i8(i8) -> Cell, "signed numbers";
        serialize_i16(i16) -> Cell, "signed numbers";
        serialize_i32(i32) -> Cell, "signed numbers";
        serialize_i64(i64) -> Cell, "signed numbers";
        serialize_f32(f32) -> Cell, "fractions";
        serialize_f64(f64) -> Cell, "fractions";
        serialize_char(char) -> Cell, "letters";
        serialize_bytes(&[u8]) -> Cell, "bytes";
        serialize_unit() -> Cell, "units";
        serialize_unit_struct(&'static str) -> Cell, "units";
        serialize_tuple_struct(&'static str, usize) -> No<Cell>, "counts within counts";
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No<Cell>, "variants";
        serialize_map(Option<usize>) -> No<Cell>, "maps";
        serialize_struct(&'static str, usize) -> No<Cell>, "counts within counts";
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No<Cell>, "variants";
    }

    /// Here every number has a place of its own, so that nothing is left out which others say.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Result<Cell, Unfit> {
        Ok(Cell::Flag(value))
    }

    fn serialize_u8(self, value: u8) -> Result<Cell, Unfit> {
        Ok(Cell::Number(value.into()))
    }

    fn serialize_u16(self, value: u16) -> Result<Cell, Unfit> {
        Ok(Cell::Number(value.into()))
    }

    fn serialize_u32(self, value: u32) -> Result<Cell, Unfit> {
        Ok(Cell::Number(value.into()))
    }

    fn serialize_u64(self, value: u64) -> Result<Cell, Unfit> {
        Ok(Cell::Number(value))
    }

    fn serialize_str(self, value: &str) -> Result<Cell, Unfit> {
        Ok(Cell::Text(value.to_string()))
    }

    fn serialize_none(self) -> Result<Cell, Unfit> {
        Ok(Cell::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Cell, Unfit> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Cell, Unfit> {
        Ok(Cell::Text(name.to_string()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Cell, Unfit> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Cell, Unfit> {
        unfit("variants")
    }

    fn serialize_seq(self, n: Option<usize>) -> Result<Items, Unfit> {
        Ok(Items(Vec::with_capacity(n.unwrap_or(0))))
    }

    fn serialize_tuple(self, n: usize) -> Result<Items, Unfit> {
        Ok(Items(Vec::with_capacity(n)))
    }
}

/// What a list or a tuple consists of.
struct Items(Vec<Cell>);

impl SerializeSeq for Items {
    type Ok = Cell;
    type Error = Unfit;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        self.0.push(value.serialize(ToCell)?);
        Ok(())
    }

    fn end(self) -> Result<Cell, Unfit> {
        Ok(Cell::List(self.0))
    }
}

impl SerializeTuple for Items {
    type Ok = Cell;
    type Error = Unfit;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Cell, Unfit> {
        match <[Cell; 2]>::try_from(self.0) {
            Ok(pair) => Ok(Cell::Pair(Box::new(pair))),
            Err(_) => unfit("tuples of other than two"),
        }
    }
}

/// Counts as a whole are the fields of a structure, and nothing else.
struct ToFields;

type Counts = Fields<&'static str>;

impl Serializer for ToFields {
    type Ok = Counts;
    type Error = Unfit;
    type SerializeSeq = No<Counts>;
    type SerializeTuple = No<Counts>;
    type SerializeTupleStruct = No<Counts>;
    type SerializeTupleVariant = No<Counts>;
    type SerializeMap = No<Counts>;
    type SerializeStruct = Named;
    type SerializeStructVariant = No<Counts>;

    refuse! {
        serialize_bool(bool) -> Counts, "counts without names";
        serialize_i8(i8) -> Counts, "counts without names";
        serialize_i16(i16) -> Counts, "counts without names";
        serialize_i32(i32) -> Counts, "counts without names";
        serialize_i64(i64) -> Counts, "counts without names";
        serialize_u8(u8) -> Counts, "counts without names";
        serialize_u16(u16) -> Counts, "counts without names";
        serialize_u32(u32) -> Counts, "counts without names";
        serialize_u64(u64) -> Counts, "counts without names";
        serialize_f32(f32) -> Counts, "counts without names";
        serialize_f64(f64) -> Counts, "counts without names";
        serialize_char(char) -> Counts, "counts without names";
        serialize_str(&str) -> Counts, "counts without names";
        serialize_bytes(&[u8]) -> Counts, "counts without names";
        serialize_none() -> Counts, "counts without names";
        serialize_unit() -> Counts, "counts without names";
        serialize_unit_struct(&'static str) -> Counts, "counts without names";
        serialize_unit_variant(&'static str, u32, &'static str) -> Counts, "counts without names";
        serialize_seq(Option<usize>) -> No<Counts>, "counts without names";
        serialize_tuple(usize) -> No<Counts>, "counts without names";
        serialize_tuple_struct(&'static str, usize) -> No<Counts>, "counts without names";
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No<Counts>, "variants";
        serialize_map(Option<usize>) -> No<Counts>, "maps";
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No<Counts>, "variants";
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Counts, Unfit> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Counts, Unfit> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Counts, Unfit> {
        unfit("variants")
    }

    fn serialize_struct(self, _: &'static str, n: usize) -> Result<Named, Unfit> {
        Ok(Named(Vec::with_capacity(n)))
    }
}

struct Named(Counts);

impl SerializeStruct for Named {
    type Ok = Counts;
    type Error = Unfit;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        self.0.push((name, value.serialize(ToCell)?));
        Ok(())
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), Unfit> {
        self.0.push((name, Cell::Null));
        Ok(())
    }

    fn end(self) -> Result<Counts, Unfit> {
        Ok(self.0)
    }
}

impl<'de> IntoDeserializer<'de, Unfit> for Cell {
    type Deserializer = Cell;

    fn into_deserializer(self) -> Cell {
        self
    }
}

impl<'de> Deserializer<'de> for Cell {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Cell::Null => visitor.visit_unit(),
            Cell::Flag(value) => visitor.visit_bool(value),
            Cell::Number(value) => visitor.visit_u64(value),
            Cell::Text(value) => visitor.visit_string(value),
            Cell::List(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter())),
            Cell::Pair(pair) => visitor.visit_seq(SeqDeserializer::new(pair.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Cell::Null => visitor.visit_none(),
            cell => visitor.visit_some(cell),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        match self {
            Cell::Text(name) => visitor.visit_enum(name.into_deserializer()),
            other => other.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
