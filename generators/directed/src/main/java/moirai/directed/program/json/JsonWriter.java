package moirai.directed.program.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Invariant;
import moirai.directed.program.Loop;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** A writer of the JSON form of a program. Values that are always true, all or 0 are left out. */
final class JsonWriter {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonWriter() {}

    static JsonNode write(Program program) {
        ObjectNode node = NODES.objectNode().put("name", program.name());
        if (program.numbers().areSigned()) {
            ObjectNode numbers = node.putObject("numbers").put("signed", true);
            numbers.set(
                    "natural",
                    array(program.numbers().natural().stream().sorted().toList(), NODES::textNode));
        }
        node.set("tables", array(program.tables(), JsonWriter::table));
        if (!program.invariants().isEmpty()) {
            node.set("invariants", array(program.invariants(), JsonWriter::invariant));
        }
        node.set("transactions", array(program.txns(), JsonWriter::txn));
        return node;
    }

    private static JsonNode invariant(Invariant invariant) {
        ObjectNode node = NODES.objectNode().put("name", invariant.name());
        ObjectNode rows = node.putObject("rows");
        invariant.rows().forEach(rows::put);
        node.set("condition", condition(invariant.condition()));
        return node;
    }

    private static JsonNode table(Table table) {
        ObjectNode node = NODES.objectNode().put("name", table.name());
        node.set("key", array(table.key(), NODES::textNode));
        node.set("fields", array(table.fields(), NODES::textNode));
        if (!table.unique().isEmpty()) {
            node.set("unique", array(table.unique(), fields -> array(fields, NODES::textNode)));
        }
        return node;
    }

    private static JsonNode txn(TxnType txn) {
        ObjectNode node = NODES.objectNode().put("name", txn.name());
        node.set("parameters", array(txn.parameters(), NODES::textNode));
        node.set("steps", array(txn.steps(), step -> step(step, txn)));
        unlessAlways(node, "commit", txn.commit());
        return node;
    }

    private static JsonNode step(Step step, TxnType txn) {
        ObjectNode written = switch (step) {
            case Loop(var label, var times, var steps) -> {
                ObjectNode node = NODES.objectNode().put("loop", label);
                node.set("times", expression(times));
                node.set("steps", array(steps, inner -> step(inner, txn)));
                yield node;
            }
            case Statement statement -> statement(statement);
        };
        txn.origin(step.label()).ifPresent(origin -> written.put("source", origin.text()));
        return written;
    }

    private static ObjectNode statement(Statement statement) {
        ObjectNode node = NODES.objectNode().put("label", statement.label());
        switch (statement) {
            case Statement.Select select -> {
                node.put("select", select.table()).set("fields", array(select.fields(), NODES::textNode));
                unlessAlways(node, "where", select.where());
                pick(node, select.pick());
            }
            case Statement.Insert insert -> node.put("insert", insert.table()).set("values", values(insert));
            case Statement.Update update -> {
                node.put("update", update.table()).set("set", values(update));
                unlessAlways(node, "where", update.where());
            }
            case Statement.Delete delete -> unlessAlways(node.put("delete", delete.table()), "where", delete.where());
        }
        unlessAlways(node, "guard", statement.guard());
        if (statement instanceof Statement.Update update && update.atomic()) {
            node.put("atomic", true);
        }
        if (statement instanceof Statement.Select select && select.locks()) {
            node.put("locks", true);
        }
        return node;
    }

    private static void unlessAlways(ObjectNode node, String name, Condition condition) {
        if (!condition.equals(Condition.always())) {
            node.set(name, condition(condition));
        }
    }

    private static void pick(ObjectNode node, Pick pick) {
        switch (pick) {
            case Pick.All all -> {}
            case Pick.Least(var field) -> node.putObject("pick").put("least", field);
            case Pick.Greatest(var field) -> node.putObject("pick").put("greatest", field);
        }
    }

    private static JsonNode values(Statement statement) {
        ObjectNode node = NODES.objectNode();
        statement.assignments().forEach(assignment -> node.set(assignment.field(), expression(assignment.value())));
        return node;
    }

    private static JsonNode condition(Condition condition) {
        return switch (condition) {
            case Condition.Compare(var left, var operator, var right) ->
                one(operator.sign(), array(List.of(left, right), JsonWriter::expression));
            case Condition.And(var parts) -> one("and", array(parts, JsonWriter::condition));
            case Condition.Or(var parts) -> one("or", array(parts, JsonWriter::condition));
            case Condition.Not(var part) -> one("not", condition(part));
        };
    }

    private static JsonNode expression(Expression expression) {
        return switch (expression) {
            case Expression.Constant(var value) -> IntNode.valueOf(value);
            case Expression.Parameter(var name) -> one("parameter", NODES.textNode(name));
            case Expression.Field(var name) -> one("field", NODES.textNode(name));
            case Expression.Result(var statement, var field, var row) -> {
                ObjectNode result =
                        NODES.objectNode().put("statement", statement).put("field", field);
                yield one("result", row == 0 ? result : result.put("row", row));
            }
            case Expression.Each(var statement, var field) ->
                one("each", NODES.objectNode().put("statement", statement).put("field", field));
            case Expression.Count(var statement) -> one("count", NODES.textNode(statement));
            case Expression.Any(var name) -> one("any", NODES.textNode(name));
            case Expression.Arithmetic(var operation, var left, var right) ->
                one(operation.sign(), array(List.of(left, right), JsonWriter::expression));
        };
    }

    private static JsonNode one(String name, JsonNode value) {
        return NODES.objectNode().set(name, value);
    }

    private static <T> ArrayNode array(List<T> values, Function<T, JsonNode> node) {
        ArrayNode array = NODES.arrayNode();
        values.forEach(value -> array.add(node.apply(value)));
        return array;
    }
}
