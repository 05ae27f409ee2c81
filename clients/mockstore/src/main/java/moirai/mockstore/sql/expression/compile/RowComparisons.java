package moirai.mockstore.sql.expression.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Folding;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.function.Functions;
import moirai.mockstore.sql.expression.function.Signature;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;
import moirai.mockstore.sql.types.SqlType;

/**
 * Compares rows field by field: {@code =} and {@code <>} compare all fields, the other operators the first field in
 * which the rows differ (PostgreSQL's manual, section 9.25.5).
 */
final class RowComparisons {

    private RowComparisons() {}

    /** A comparison of a row of expressions with rows of values. */
    @FunctionalInterface
    interface Comparison {

        /** Returns the comparison with the current values of the expressions. */
        Function<List<Object>, Object> of(Frame frame);
    }

    static SqlExpression compare(String name, List<SqlExpression> left, List<SqlExpression> right) {
        if (left.size() != right.size()) {
            throw new StoreException("42601", "unequal number of entries in row expressions");
        }
        List<Memberships.Operands> fields = new ArrayList<>();
        List<Memberships.Operands> equal = new ArrayList<>();
        for (int at = 0; at < left.size(); at++) {
            fields.add(Memberships.Operands.of(strict(name, at, left.size()), left.get(at), right.get(at)));
            equal.add(Memberships.Operands.of("=", left.get(at), right.get(at)));
        }
        List<SqlExpression> parts = fields.stream()
                .flatMap(field -> Stream.of(field.left(), field.right()))
                .toList();
        return Folding.fold(
                parts,
                SqlType.BOOLEAN,
                frame -> outcome(name, fields.size(), (at, equality) -> {
                    Memberships.Operands operands = (equality ? equal : fields).get(at);
                    return operands.compare(
                            operands.left().evaluate(frame), operands.right().evaluate(frame));
                }));
    }

    static Comparison comparison(String name, List<SqlExpression> left, List<SqlType> right) {
        List<Field> fields = new ArrayList<>();
        List<Field> equal = new ArrayList<>();
        for (int at = 0; at < left.size(); at++) {
            fields.add(Field.of(strict(name, at, left.size()), left.get(at), right.get(at)));
            equal.add(Field.of("=", left.get(at), right.get(at)));
        }
        return frame -> {
            List<Object> values = new ArrayList<>();
            fields.forEach(field -> values.add(field.left().evaluate(frame)));
            return row -> outcome(
                    name,
                    fields.size(),
                    (at, equality) -> (equality ? equal : fields).get(at).compare(values.get(at), row.get(at)));
        };
    }

    /**
     * Returns the comparison of a row with all rows of a query that is executed once; empty if they have to be compared
     * one by one.
     */
    static Optional<SqlExpression> anyEqual(List<SqlExpression> left, List<SqlType> right, Scope.Subquery query) {
        List<Field> fields = new ArrayList<>();
        for (int at = 0; at < left.size(); at++) {
            fields.add(Field.of("=", left.get(at), right.get(at)));
        }
        boolean isHashed = fields.stream()
                .map(Field::operator)
                .allMatch(operator -> Equated.isHashed(
                        operator.parameters().get(0), operator.parameters().get(1)));
        if (!isHashed || query.isCorrelated()) {
            return Optional.empty();
        }
        var key = new Object();
        return Optional.of(new Computed(SqlType.BOOLEAN, frame -> {
            KnownMembers members =
                    frame.once(key, () -> new KnownMembers(query.rows(frame).iterator(), right(fields)));
            return members.isEmpty()
                    ? false
                    : members.contain(
                            fields.stream().map(field -> field.own(frame)).toList());
        }));
    }

    private static List<UnaryOperator<Object>> right(List<Field> fields) {
        return fields.stream().<UnaryOperator<Object>>map(field -> field::other).toList();
    }

    /**
     * Returns the operator for a field: all fields but the last decide only if they are strictly smaller or greater.
     */
    private static String strict(String name, int at, int count) {
        return at < count - 1 && (name.equals("<=") || name.equals(">=")) ? name.substring(0, 1) : name;
    }

    /** A comparison of the fields at one position, by the operator or by equality. */
    @FunctionalInterface
    private interface FieldTest {
        Object test(int at, boolean equality);
    }

    private static Object outcome(String name, int count, FieldTest fields) {
        return switch (name) {
            case "=" -> all(count, fields, false);
            case "<>" -> all(count, fields, true);
            default -> first(count, fields);
        };
    }

    /** Returns a conjunction for {@code =}, a disjunction for {@code <>}. */
    private static Object all(int count, FieldTest fields, boolean deciding) {
        boolean unknown = false;
        for (int at = 0; at < count; at++) {
            Object outcome = fields.test(at, false);
            if (outcome == SqlNull.NULL) {
                unknown = true;
            } else if ((Boolean) outcome == deciding) {
                return deciding;
            }
        }
        return unknown ? SqlNull.NULL : (Object) !deciding;
    }

    private static Object first(int count, FieldTest fields) {
        for (int at = 0; at < count - 1; at++) {
            Object same = fields.test(at, true);
            if (same == SqlNull.NULL) {
                return same;
            }
            if (!(Boolean) same) {
                return fields.test(at, false);
            }
        }
        return fields.test(count - 1, false);
    }

    /** An expression that is compared with a column's values. */
    private record Field(SqlExpression left, SqlType right, Signature operator) {

        static Field of(String name, SqlExpression left, SqlType right) {
            Signature operator = Functions.operator(name, List.of(left.type(), right));
            return new Field(Coercion.to(left, operator.parameters().get(0)), right, operator);
        }

        Object compare(Object own, Object other) {
            if (own == SqlNull.NULL || other == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            Object converted =
                    Conversion.convert(other, right, operator.parameters().get(1));
            return operator.body().apply(new Object[] {own, converted});
        }

        /** Returns the key of the own value by which it equals others. */
        Object own(Frame frame) {
            return SqlOrder.comparable(
                    left.evaluate(frame), operator.parameters().get(0));
        }

        /** Returns the key of a value of the column. */
        Object other(Object value) {
            SqlType type = operator.parameters().get(1);
            return SqlOrder.comparable(Conversion.convert(value, right, type), type);
        }
    }
}
