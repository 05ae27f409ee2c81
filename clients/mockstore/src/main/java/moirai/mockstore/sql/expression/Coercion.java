package moirai.mockstore.sql.expression;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** Converts expressions to the types that their places require. */
public final class Coercion {

    private Coercion() {}

    /**
     * Returns the value converted to what a column stores, for INSERT, UPDATE and DEFAULT.
     *
     * @param column its name, for messages
     * @throws StoreException if a column of the type cannot take the expression (SQLSTATE 42804); a constant that does
     *    not fit becomes {@link Doomed}
     */
    public static SqlExpression assignment(SqlExpression value, ColumnType target, String column) {
        ForeignType type = value instanceof ForeignExpression computed
                ? computed.call().result().foreign()
                : null;
        if (target.foreign() != null) {
            return target.foreign().equals(type) ? value : foreign(value, target.foreign(), column);
        }
        if (type != null && !Casts.isString(target.type())) {
            throw new StoreException(
                    "42804",
                    "column \"" + column + "\" is of type " + target.type().sqlName() + " but expression is of type "
                            + type.name());
        }
        if (!Casts.isAssignable(value.type(), target.type())) {
            throw new StoreException(
                    "42804",
                    "column \"" + column + "\" is of type " + target.type().sqlName() + " but expression is of type "
                            + value.type().sqlName());
        }
        SqlExpression typed = switch (value) {
            case ForeignExpression(ForeignCall call, List<SqlExpression> none)
            when call.constant() != null -> new Constant(value.type(), Folding.constant(value));
            case SqlExpression unknown when unknown.type() == SqlType.UNKNOWN -> to(value, target.type());
            default -> value;
        };
        SqlType from = typed.type();
        if (from == target.type() && !target.hasModifiers()) {
            return typed;
        }
        return converted(typed, target.type(), frame -> Conversion.assign(typed.evaluate(frame), from, target));
    }

    /** Returns a literal or a parameter as PostgreSQL writes the value that it stands for. */
    private static SqlExpression foreign(SqlExpression value, ForeignType target, String column) {
        if (value.type() != SqlType.UNKNOWN) {
            throw new StoreException(
                    "0A000",
                    "column \"" + column + "\" is of type " + target.name()
                            + ", and takes only a literal or a parameter here");
        }
        SqlExpression text = value instanceof Parameter parameter ? parameter.as(target) : to(value, SqlType.TEXT);
        return Folding.fold(
                List.of(text),
                SqlType.TEXT,
                frame -> text.evaluate(frame) instanceof String written
                        ? target.reader().apply(written)
                        : SqlNull.NULL);
    }

    /** Returns the value as a result shows it: as text if its type is unknown. */
    public static SqlExpression output(SqlExpression value) {
        return value.type() == SqlType.UNKNOWN ? to(value, SqlType.TEXT) : value;
    }

    /**
     * Returns the value as a condition.
     *
     * @param place such as WHERE, for messages
     * @throws StoreException if it is not a truth value (SQLSTATE 42804)
     */
    public static SqlExpression condition(SqlExpression value, String place) {
        if (value.type() != SqlType.BOOLEAN && value.type() != SqlType.UNKNOWN) {
            throw new StoreException(
                    "42804",
                    "argument of " + place + " must be type boolean, not type "
                            + value.type().sqlName());
        }
        return to(value, SqlType.BOOLEAN);
    }

    /**
     * Returns the value converted implicitly.
     *
     * @throws StoreException if there is no implicit cast (SQLSTATE 42846), or a literal is no value of the type
     */
    public static SqlExpression to(SqlExpression value, SqlType target) {
        SqlType from = value.type();
        if (from == target) {
            return value;
        }
        if (!Casts.isImplicit(from, target)) {
            throw TypeErrors.noCast(from, target);
        }
        return switch (value) {
            case Constant constant
            when from == SqlType.UNKNOWN -> new Constant(target, Conversion.convert(constant.value(), from, target));
            case Parameter parameter when from == SqlType.UNKNOWN -> parameter.as(target);
            default -> converted(value, target, frame -> Conversion.convert(value.evaluate(frame), from, target));
        };
    }

    private static SqlExpression converted(SqlExpression value, SqlType target, Computed.Evaluation conversion) {
        return Casts.isStable(value.type(), target)
                ? Folding.stable(List.of(value), target, conversion)
                : Folding.fold(List.of(value), target, conversion);
    }

    /** Returns {@code CAST(value AS target)}. */
    public static SqlExpression cast(SqlExpression value, ColumnType target) {
        SqlExpression typed =
                value instanceof Parameter && value.type() == SqlType.UNKNOWN ? to(value, target.type()) : value;
        SqlType from = typed.type();
        if (!Casts.isExplicit(from, target.type())) {
            throw TypeErrors.noCast(from, target.type());
        }
        if (typed instanceof Constant constant && from == SqlType.UNKNOWN) {
            return new Constant(target.type(), Conversion.cast(constant.value(), from, target));
        }
        return converted(typed, target.type(), frame -> Conversion.cast(typed.evaluate(frame), from, target));
    }

    /**
     * Returns the common type of the branches of a CASE, a UNION or a list of VALUES: the first one's, or a type to
     * which it converts implicitly; text if all are unknown (PostgreSQL's manual, section 10.5).
     *
     * @param construct such as CASE, for messages
     * @throws StoreException if they have none (SQLSTATE 42804)
     */
    public static SqlType common(List<SqlType> types, String construct) {
        SqlType common = SqlType.UNKNOWN;
        for (SqlType type : types) {
            if (common == SqlType.UNKNOWN) {
                common = type;
            } else if (type != SqlType.UNKNOWN && type != common) {
                if (Casts.category(type) != Casts.category(common)) {
                    throw new StoreException(
                            "42804",
                            construct + " types " + common.sqlName() + " and " + type.sqlName() + " cannot be matched");
                }
                boolean wider = Casts.isImplicit(common, type) && !Casts.isImplicit(type, common);
                if (wider && !Casts.isPreferred(common)) {
                    common = type;
                }
            }
        }
        return common == SqlType.UNKNOWN ? SqlType.TEXT : common;
    }

    /** Returns whether a truth value is true; null is not. */
    public static boolean isTrue(Object value) {
        return value != SqlNull.NULL && (Boolean) value;
    }
}
