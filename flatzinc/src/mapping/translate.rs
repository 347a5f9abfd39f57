//! Constraints of FlatZinc as statements.

use gordian_encoders::encode::Relation;

use super::arguments::Arguments;
use super::error::MappingError;
use super::globals;
use super::statement::{Addend, Condition, Demand, Linear, Literal, Number, Operation, Statement};
use super::store::Store;
use super::translation::Translation;
use crate::model::{Constraint, Model};

/// The statements of all constraints of a model.
pub(super) fn translate(model: &Model, store: &mut Store) -> Result<Vec<Statement>, MappingError> {
    let mut translation = Translation { store, statements: Vec::with_capacity(model.constraints.len()), source: 0 };
    for (source, constraint) in model.constraints.iter().enumerate() {
        translation.source = source as u32;
        translation.add(model, constraint)?;
        if translation.store.is_over() {
            break;
        }
    }
    Ok(translation.statements)
}

impl Translation<'_> {
    fn add(&mut self, model: &Model, constraint: &Constraint) -> Result<(), MappingError> {
        let all = Arguments::new(model, constraint);
        let name = &constraint.name;
        let name = name.strip_prefix("fzn_").or_else(|| name.strip_prefix("gordian_")).unwrap_or(name);
        if self.add_plain(name, all, Condition::Always)? {
            return Ok(());
        }
        for (suffix, is_full) in [("_reif", true), ("_imp", false)] {
            if let Some(name) = name.strip_suffix(suffix) {
                let (arguments, last) = all.but_last();
                let literal = all.literal(last)?;
                let condition = if is_full { Condition::Iff(literal) } else { Condition::If(literal) };
                if self.add_plain(name, arguments, condition)? {
                    return Ok(());
                }
            }
        }
        Err(MappingError::UnknownConstraint { name: constraint.name.clone(), place: constraint.place })
    }

    /// Adds a constraint whose name says nothing of a condition; false where the name is not known.
    fn add_plain(&mut self, name: &str, of: Arguments<'_>, condition: Condition) -> Result<bool, MappingError> {
        if self.add_boolean(name, of, condition)?
            || self.add_set(name, of, condition)?
            || self.add_comparison(name, of, condition)?
            || self.add_arithmetic(name, of, condition)?
            || self.add_counting(name, of, condition)?
            || self.add_chain(name, of, condition)?
            || self.add_choice(name, of, condition)?
        {
            return Ok(true);
        }
        let demand = globals::demand(name, of)?;
        let is_known = demand.is_some();
        demand.into_iter().for_each(|demand| self.push(condition, demand));
        Ok(is_known)
    }

    /// `result` says whether the demand holds.
    fn define(&mut self, condition: Condition, result: Literal, demand: Demand) {
        if condition == Condition::Always {
            return self.push(Condition::Iff(result), demand);
        }
        let holds = self.truth_of(demand);
        self.push(condition, Demand::Odd(vec![holds, !result]));
    }

    fn add_boolean(&mut self, name: &str, of: Arguments<'_>, condition: Condition) -> Result<bool, MappingError> {
        let (a, b) = (|| of.literal(0), || of.literal(1));
        match name {
            "bool_eq" => self.push(condition, Demand::Odd(vec![a()?, !b()?])),
            "bool_not" | "bool_ne" => self.push(condition, Demand::Odd(vec![a()?, b()?])),
            "bool_le" => self.push(condition, Demand::Any(vec![!a()?, b()?])),
            "bool_lt" => self.push(condition, Demand::All(vec![!a()?, b()?])),
            "bool_and" => self.define(condition, of.literal(2)?, Demand::All(vec![a()?, b()?])),
            "bool_or" => self.define(condition, of.literal(2)?, Demand::Any(vec![a()?, b()?])),
            "bool_xor" if of.expect(2).is_ok() => self.push(condition, Demand::Odd(vec![a()?, b()?])),
            "bool_xor" => self.push(condition, Demand::Odd(vec![a()?, b()?, !of.literal(2)?])),
            "array_bool_and" => self.define(condition, of.literal(1)?, Demand::All(of.literals(0)?)),
            "array_bool_or" => self.define(condition, of.literal(1)?, Demand::Any(of.literals(0)?)),
            "array_bool_xor" => self.push(condition, Demand::Odd(of.literals(0)?)),
            "bool_clause" => {
                let negative = of.literals(1)?.into_iter().map(|literal| !literal);
                self.push(condition, Demand::Any(of.literals(0)?.into_iter().chain(negative).collect()));
            }
            "bool2int" => {
                let terms = vec![(1, Addend::Literal(a()?)), (-1, Addend::Number(of.number(1)?))];
                self.push(condition, Demand::Linear(Linear { terms, relation: Relation::Equal, bound: 0 }));
            }
            "bool_lin_eq" | "bool_lin_le" | "bool_lin_ne" => {
                let literals = of.literals(1)?.into_iter().map(Addend::Literal).collect();
                self.add_sum(name, of, condition, literals)?;
            }
            "array_bool_element" | "array_var_bool_element" => {
                let demand =
                    Demand::BooleanElement { index: of.number(0)?, list: of.literals(1)?, result: of.literal(2)? };
                self.push(condition, demand);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn add_comparison(&mut self, name: &str, of: Arguments<'_>, condition: Condition) -> Result<bool, MappingError> {
        let compare = |first: usize, relation, second: usize| -> Result<Demand, MappingError> {
            Ok(Demand::Linear(Linear::compare(of.number(first)?, relation, of.number(second)?)))
        };
        let demand = match name {
            "int_eq" => compare(0, Relation::Equal, 1)?,
            "int_ne" => compare(0, Relation::NotEqual, 1)?,
            "int_le" => compare(0, Relation::AtMost, 1)?,
            "int_lt" => {
                let terms = vec![(1, Addend::Number(of.number(0)?)), (-1, Addend::Number(of.number(1)?))];
                Demand::Linear(Linear { terms, relation: Relation::AtMost, bound: -1 })
            }
            "int_ge" => compare(1, Relation::AtMost, 0)?,
            "int_gt" => {
                let terms = vec![(1, Addend::Number(of.number(1)?)), (-1, Addend::Number(of.number(0)?))];
                Demand::Linear(Linear { terms, relation: Relation::AtMost, bound: -1 })
            }
            "int_lin_eq" | "int_lin_ne" | "int_lin_le" => {
                let numbers = of.numbers(1)?.into_iter().map(Addend::Number).collect();
                self.add_sum(name, of, condition, numbers)?;
                return Ok(true);
            }
            "set_in" => Demand::Member(of.number(0)?, of.set(1)?),
            _ => return Ok(false),
        };
        self.push(condition, demand);
        Ok(true)
    }

    /// `…_lin_eq(coefficients, addends, bound)`; the bound may be a variable.
    fn add_sum(
        &mut self,
        name: &str,
        of: Arguments<'_>,
        condition: Condition,
        addends: Vec<Addend>,
    ) -> Result<(), MappingError> {
        let coefficients = of.constants(0)?;
        if coefficients.len() != addends.len() {
            return Err(of.wrong("there are not as many coefficients as variables"));
        }
        let mut terms: Vec<(i64, Addend)> = coefficients.into_iter().zip(addends).collect();
        let bound = match of.number(2)? {
            Number::Constant(bound) => bound,
            variable => {
                terms.push((-1, Addend::Number(variable)));
                0
            }
        };
        let relation = match name.rsplit('_').next() {
            Some("eq") => Relation::Equal,
            Some("ne") => Relation::NotEqual,
            _ => Relation::AtMost,
        };
        self.push(condition, Demand::Linear(Linear { terms, relation, bound }));
        Ok(())
    }

    fn add_arithmetic(&mut self, name: &str, of: Arguments<'_>, condition: Condition) -> Result<bool, MappingError> {
        let three = || Ok([of.number(0)?, of.number(1)?, of.number(2)?]);
        let operation = |operation| {
            let [first, second, result] = three()?;
            Ok(Demand::Arithmetic { operation, first, second, result })
        };
        let sum = |factor| {
            let [x, y, z] = three()?.map(Addend::Number);
            Ok(Demand::Linear(Linear {
                terms: vec![(1, x), (factor, y), (-1, z)],
                relation: Relation::Equal,
                bound: 0,
            }))
        };
        let demand = match name {
            "int_abs" => Demand::Absolute { of: of.number(0)?, result: of.number(1)? },
            "int_plus" => sum(1)?,
            "int_minus" => sum(-1)?,
            "int_times" => operation(Operation::Times)?,
            "int_div" => operation(Operation::Divide)?,
            "int_mod" => operation(Operation::Modulo)?,
            "int_pow" => operation(Operation::Power)?,
            "int_min" | "int_max" => {
                let [x, y, result] = three()?;
                Demand::Extreme { of: vec![x, y], result, greatest: name == "int_max" }
            }
            "array_int_minimum" | "array_int_maximum" => {
                Demand::Extreme { of: of.numbers(1)?, result: of.number(0)?, greatest: name == "array_int_maximum" }
            }
            "array_int_element" | "array_var_int_element" => {
                Demand::Element { index: of.number(0)?, list: of.numbers(1)?, result: of.number(2)? }
            }
            _ => return Ok(false),
        };
        self.push(condition, demand);
        Ok(true)
    }
}
