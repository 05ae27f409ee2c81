package moirai.exploration.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.ExploredStep;
import moirai.exploration.ExploredTxn;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevel;
import moirai.exploration.search.Script;

/**
 * A failure as a JSON object: {@code schema}, {@code program}, {@code level} at which it was found, {@code failure},
 * {@code excluded-by}: the weakest levels that do not allow it, {@code calls} of each session, and {@code
 * transactions} in an order in which they can run, each with its session, its steps, its outcome and its reply. A read
 * says {@code from} which transaction it is; -1 is the initial state.
 *
 * @param program as it was named
 * @param level at which it was found
 * @param failure what was asserted in vain
 * @param calls that the sessions make, in a few words each: the program may be smaller than the one of its name
 * @param script which of its behaviours
 */
public record CaseFile(String program, ExploredLevel level, String failure, List<List<String>> calls, Script script) {

    private static final String SCHEMA = "moirai-explored-behaviour/1";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public CaseFile {
        calls = calls.stream().map(List::copyOf).toList();
    }

    /** The text of a file, with a line feed at the end. */
    public static String json(String program, ExploredLevel level, List<List<String>> calls, Failure failure) {
        ObjectNode root = JSON.createObjectNode()
                .put("schema", SCHEMA)
                .put("program", program)
                .put("level", level.label())
                .put("failure", failure.what());
        ArrayNode excluded = root.putArray("excluded-by");
        failure.excludedBy().forEach(stronger -> excluded.add(stronger.label()));
        ArrayNode sessions = root.putArray("calls");
        calls.forEach(session -> session.forEach(sessions.addArray()::add));
        ArrayNode txns = root.putArray("transactions");
        failure.behaviour().txns().forEach(txn -> write(txn, txns.addObject()));
        try {
            return JSON.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("strings and numbers have no JSON", impossible);
        }
    }

    private static void write(ExploredTxn txn, ObjectNode node) {
        node.put("session", txn.session()).put("call", txn.name());
        ArrayNode steps = node.putArray("steps");
        for (ExploredStep step : txn.steps()) {
            ObjectNode one = steps.addObject();
            if (!step.statement().isEmpty()) {
                one.put("statement", step.statement());
            }
            one.put("kind", step.kind().label())
                    .put("key", step.key())
                    .put("value", step.value().toString());
            if (step.kind().isExternal()) {
                one.put("from", step.from());
            }
        }
        node.put("outcome", txn.isCommitted() ? "committed" : "aborted")
                .put("reply", txn.reply().toString());
        if (!txn.failure().isEmpty()) {
            node.put("failure", txn.failure());
        }
    }

    /**
     * Reads the text of a file.
     *
     * @throws IllegalArgumentException if it is none; the message says where and why
     */
    public static CaseFile parse(String text) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage());
        }
        String schema = text(root, "schema");
        if (!schema.equals(SCHEMA)) {
            throw new IllegalArgumentException("schema: '" + schema + "' is not known; expected '" + SCHEMA + "'");
        }
        String label = text(root, "level");
        ExploredLevel level = ExploredLevel.named(label)
                .orElseThrow(() -> new IllegalArgumentException("level: '" + label + "' is not a level; expected "
                        + String.join(", ", ExploredLevel.labels())));
        var calls = new ArrayList<List<String>>();
        for (JsonNode session : required(root, "calls")) {
            var names = new ArrayList<String>();
            session.forEach(name -> names.add(name.asText()));
            calls.add(names);
        }
        var turns = new ArrayList<Script.Turn>();
        for (JsonNode txn : required(root, "transactions")) {
            turns.add(turn(txn));
        }
        return new CaseFile(text(root, "program"), level, text(root, "failure"), calls, new Script(turns));
    }

    /** A program with these calls alone; empty if it does not make them in this order. */
    public static Optional<Explorable> reduced(Explorable program, List<List<String>> wanted) {
        Explorable smaller = program;
        if (program.calls().size() != wanted.size()) {
            return Optional.empty();
        }
        for (int session = 0; session < wanted.size(); session++) {
            List<String> calls = program.calls().get(session);
            int next = wanted.get(session).size() - 1;
            for (int call = calls.size() - 1; call >= 0; call--) {
                if (next >= 0 && calls.get(call).equals(wanted.get(session).get(next))) {
                    next--;
                } else {
                    smaller = smaller.without(session, call);
                }
            }
            if (next >= 0) {
                return Optional.empty();
            }
        }
        return Optional.of(smaller);
    }

    private static Script.Turn turn(JsonNode txn) {
        var sources = new ArrayList<Integer>();
        for (JsonNode step : required(txn, "steps")) {
            String kind = text(step, "kind");
            if (Arrays.stream(ExploredStep.Kind.values())
                    .anyMatch(known -> known.isExternal() && known.label().equals(kind))) {
                sources.add(number(step, "from"));
            }
        }
        return new Script.Turn(number(txn, "session"), sources);
    }

    private static JsonNode required(JsonNode node, String field) {
        JsonNode found = node.get(field);
        if (found == null) {
            throw new IllegalArgumentException("'" + field + "' is missing in " + abridged(node));
        }
        return found;
    }

    private static String text(JsonNode node, String field) {
        return required(node, field).asText();
    }

    private static int number(JsonNode node, String field) {
        JsonNode found = required(node, field);
        if (!found.isInt()) {
            throw new IllegalArgumentException(field + ": " + abridged(found) + " is not a number");
        }
        return found.intValue();
    }

    private static String abridged(JsonNode node) {
        String text = node.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }
}
