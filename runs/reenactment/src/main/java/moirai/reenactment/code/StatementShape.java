package moirai.reenactment.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.directed.execution.Knowledge;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;

/**
 * A statement with all its values, so that an executed statement can be compared with one of a case.
 *
 * @param place the rows and the operation, in pieces; an unknown piece is {@value #ANYTHING}
 * @param payload the values that it writes beside keys, likewise
 */
record StatementShape(List<String> place, List<String> payload) {

    private static final String ANYTHING = "*";

    StatementShape {
        place = List.copyOf(place);
        payload = List.copyOf(payload);
    }

    /** Returns the shape of an executed statement, from its own text alone. */
    static StatementShape of(Table table, Statement executed) {
        return of(table, executed, new Writing(new Knowledge(Map.of()), true));
    }

    /** Returns the shape of a statement of a call that has this knowledge. */
    static StatementShape of(Table table, Statement statement, Knowledge knowledge) {
        return of(table, statement, new Writing(knowledge, false));
    }

    private static StatementShape of(Table table, Statement statement, Writing writing) {
        writing.place.add(verb(statement));
        writing.place.add(table.name());
        writing.condition(statement.where());
        for (Assignment assignment : statement.assignments()) {
            boolean isKey = table.key().contains(assignment.field());
            List<String> pieces = isKey ? writing.place : writing.payload;
            pieces.add(assignment.field() + " =");
            writing.expression(assignment.value(), pieces);
        }
        return new StatementShape(writing.place, writing.payload);
    }

    private static String verb(Statement statement) {
        return switch (statement) {
            case Statement.Select select -> "SELECT from";
            case Statement.Insert insert -> "INSERT into";
            case Statement.Update update -> "UPDATE";
            case Statement.Delete delete -> "DELETE from";
        };
    }

    /**
     * Returns whether this shape may be the other one.
     *
     * @param isExact whether the written values have to be the same, too
     */
    boolean matches(StatementShape other, boolean isExact) {
        return matches(place, other.place) && (!isExact || matches(payload, other.payload));
    }

    private static boolean matches(List<String> some, List<String> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            boolean isKnown = !some.get(i).equals(ANYTHING) && !others.get(i).equals(ANYTHING);
            if (isKnown && !some.get(i).equals(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return String.join(" ", place) + (payload.isEmpty() ? "" : ", " + String.join(" ", payload));
    }

    private static final class Writing {

        private final Knowledge knowledge;
        private final boolean isExecuted;
        private final List<String> place = new ArrayList<>();
        private final List<String> payload = new ArrayList<>();

        Writing(Knowledge knowledge, boolean isExecuted) {
            this.knowledge = knowledge;
            this.isExecuted = isExecuted;
        }

        void condition(Condition condition) {
            if (condition.expressions().anyMatch(this::isOpen)
                    && condition.expressions().noneMatch(Expression.Field.class::isInstance)) {
                place.add(ANYTHING);
                return;
            }
            if (condition.expressions().noneMatch(Expression.Field.class::isInstance)) {
                place.add(String.valueOf(knowledge.holds(condition, Map.of())));
                return;
            }
            switch (condition) {
                case Condition.Compare(var left, var operator, var right) -> {
                    expression(left, place);
                    place.add(operator.sign());
                    expression(right, place);
                }
                case Condition.And(var parts) -> joined(parts, "AND");
                case Condition.Or(var parts) -> joined(parts, "OR");
                case Condition.Not(var part) -> {
                    place.add("NOT");
                    condition(part);
                }
            }
        }

        private void joined(List<Condition> parts, String word) {
            for (int i = 0; i < parts.size(); i++) {
                place.add(i == 0 ? "(" : word);
                condition(parts.get(i));
            }
            place.add(")");
        }

        void expression(Expression expression, List<String> pieces) {
            if (expression.parts().noneMatch(Expression.Field.class::isInstance)) {
                boolean isOpen = expression.parts().anyMatch(this::isOpen);
                pieces.add(isOpen ? ANYTHING : String.valueOf(knowledge.value(expression, Map.of())));
                return;
            }
            switch (expression) {
                case Expression.Field(var name) -> pieces.add(name);
                case Expression.Arithmetic(var operation, var left, var right)
                when operation != Operation.TIMES && isKnown(right) -> {
                    expression(left, pieces);
                    int number = knowledge.value(right, Map.of());
                    added(operation == Operation.MINUS ? -number : number, pieces);
                }
                case Expression.Arithmetic(var operation, var left, var right)
                when operation == Operation.PLUS && isKnown(left) -> {
                    expression(right, pieces);
                    added(knowledge.value(left, Map.of()), pieces);
                }
                case Expression.Arithmetic(var operation, var left, var right) -> {
                    expression(left, pieces);
                    pieces.add(operation.sign());
                    expression(right, pieces);
                }
                case Expression.Constant constant -> throw new IllegalStateException("no field in " + constant);
                case Expression.Parameter parameter -> throw new IllegalStateException("no field in " + parameter);
                case Expression.Result result -> throw new IllegalStateException("no field in " + result);
                case Expression.Each each -> throw new IllegalStateException("no field in " + each);
                case Expression.Count count -> throw new IllegalStateException("no field in " + count);
                case Expression.Any any -> throw new IllegalStateException("no field in " + any);
            }
        }

        private boolean isKnown(Expression expression) {
            return expression.parts().noneMatch(part -> part instanceof Expression.Field || isOpen(part));
        }

        /**
         * Returns whether the value of a part is not known. In an executed statement, such as a join, one part may use
         * the result of another part, which is not known either.
         */
        private boolean isOpen(Expression part) {
            return part instanceof Expression.Any
                    || (isExecuted && (part instanceof Expression.Result || part instanceof Expression.Count));
        }

        /** Adds a summand to the pieces. A sum is the same however its sign is written, and 0 is left out. */
        private static void added(int number, List<String> pieces) {
            if (number != 0) {
                pieces.add("+");
                pieces.add(String.valueOf(number));
            }
        }
    }
}
