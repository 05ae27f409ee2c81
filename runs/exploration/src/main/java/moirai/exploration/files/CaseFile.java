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
import java.util.Set;
import java.util.stream.Collectors;
import moirai.exploration.Behaviour;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.ExploredStep;
import moirai.exploration.ExploredTxn;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevels;
import moirai.exploration.search.Script;
import moirai.history.level.IsolationLevel;

/**
 * A failure as a JSON object: {@code schema}, {@code program}, {@code client} if it is a client by lot or of a file,
 * {@code asked}: {@code assertions}, or the level that had to allow everything; {@code level} at which it was found,
 * {@code failure}, {@code excluded-by}: the weakest levels that do not allow it, {@code calls} of each session, and
 * {@code transactions} in an order in which they can run, each with its session, its steps, its outcome and its reply.
 * A read says {@code from} which transaction it is; -1 is the initial state.
 *
 * @param source which program
 * @param question what was asked of it
 * @param failure what was found
 * @param calls that the sessions make, in a few words each: the program may be smaller than the one of its name
 * @param script which of its behaviours
 * @param transactions the same as text, as in the file
 */
public record CaseFile(
        Source source,
        Question question,
        String failure,
        List<List<String>> calls,
        Script script,
        List<String> transactions) {

    private static final String SCHEMA = "moirai-explored-behaviour/2";

    private static final int EXCERPT = 60;

    private static final String STATEMENT = "statement";

    /** What a key of a store holds that holds nothing. */
    private static final String NOTHING = "ABSENT";

    private static final String ASSERTIONS = "assertions";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * Where a program is from.
     *
     * @param name as it was given on the command line
     * @param client its text if it is a client program that the name alone does not tell; or else empty
     */
    public record Source(String name, String client) {}

    /**
     * What was asked.
     *
     * @param level whose behaviours were explored
     * @param others levels that had to allow them; none if it was about what the program asserts
     */
    public record Question(IsolationLevel level, List<IsolationLevel> others) {

        public Question {
            others = List.copyOf(others);
        }

        private String asked() {
            return others.isEmpty() ? ASSERTIONS : ExploredLevels.NAMES.label(others.getFirst());
        }
    }

    public CaseFile {
        calls = calls.stream().map(List::copyOf).toList();
        transactions = List.copyOf(transactions);
    }

    /** The text of a file, with a line feed at the end. */
    public static String json(Source source, Question question, List<List<String>> calls, Failure failure) {
        ObjectNode root = JSON.createObjectNode().put("schema", SCHEMA).put("program", source.name());
        if (!source.client().isEmpty()) {
            root.put("client", source.client());
        }
        root.put("asked", question.asked())
                .put("level", ExploredLevels.NAMES.label(question.level()))
                .put("failure", failure.what());
        ArrayNode excluded = root.putArray("excluded-by");
        failure.excludedBy().forEach(stronger -> excluded.add(ExploredLevels.NAMES.label(stronger)));
        ArrayNode sessions = root.putArray("calls");
        calls.forEach(session -> session.forEach(sessions.addArray()::add));
        ArrayNode txns = root.putArray("transactions");
        failure.behaviour().txns().forEach(txn -> txns.add(node(txn)));
        try {
            return JSON.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("strings and numbers have no JSON", impossible);
        }
    }

    /** In what a behaviour differs from the one of the case; empty if in nothing. */
    public String difference(Behaviour behaviour) {
        for (int number = 0; number < transactions.size(); number++) {
            if (number == behaviour.txns().size()) {
                return "T" + number + " is missing";
            }
            ExploredTxn txn = behaviour.txns().get(number);
            String now = node(txn).toString();
            String then = withoutIdleReads(transactions.get(number), txn);
            if (!now.equals(then)) {
                int same = Arrays.mismatch(then.toCharArray(), now.toCharArray());
                return "T" + number + ": the case has " + excerpt(then, same) + ", the program now "
                        + excerpt(now, same);
            }
        }
        return "";
    }

    /**
     * A transaction of the case without its reads of rows that were never there, and that the program does not look for
     * now: the search knew of them from other behaviours.
     */
    private static String withoutIdleReads(String then, ExploredTxn now) {
        Set<String> known = now.steps().stream().map(ExploredStep::key).collect(Collectors.toSet());
        ObjectNode txn = (ObjectNode) node(then);
        ArrayNode kept = JSON.createArrayNode();
        String statement = "";
        for (JsonNode step : required(txn, "steps")) {
            statement = step.path(STATEMENT).asText(statement);
            boolean isIdle = step.path("from").asInt() == -1
                    && text(step, "value").equals(NOTHING)
                    && !known.contains(text(step, "key"));
            if (!isIdle) {
                kept.add(begun(statement, (ObjectNode) step));
                statement = "";
            }
        }
        txn.set("steps", kept);
        return txn.toString();
    }

    /** A step that begins a statement, which may have begun with one that was left out. */
    private static ObjectNode begun(String statement, ObjectNode step) {
        return statement.isEmpty()
                ? step
                : JSON.createObjectNode().put(STATEMENT, statement).setAll(step);
    }

    private static JsonNode node(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("it was JSON before", impossible);
        }
    }

    /** What stands around a place, from the beginning of its field. */
    private static String excerpt(String text, int place) {
        int begin = Math.max(0, text.lastIndexOf(',', place - 1) + 1);
        return abridged(text.substring(Math.max(begin, place - EXCERPT / 2)));
    }

    private static ObjectNode node(ExploredTxn txn) {
        ObjectNode node = JSON.createObjectNode();
        write(txn, node);
        return node;
    }

    private static void write(ExploredTxn txn, ObjectNode node) {
        node.put("session", txn.session()).put("call", txn.name());
        ArrayNode steps = node.putArray("steps");
        for (ExploredStep step : txn.steps()) {
            ObjectNode one = steps.addObject();
            if (!step.statement().isEmpty()) {
                one.put(STATEMENT, step.statement());
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
        var calls = new ArrayList<List<String>>();
        for (JsonNode session : array(root, "calls")) {
            var names = new ArrayList<String>();
            session.forEach(name -> names.add(name.asText()));
            calls.add(names);
        }
        var turns = new ArrayList<Script.Turn>();
        var transactions = new ArrayList<String>();
        for (JsonNode txn : array(root, "transactions")) {
            turns.add(turn(txn));
            transactions.add(txn.toString());
        }
        String asked = text(root, "asked");
        List<IsolationLevel> others = asked.equals(ASSERTIONS) ? List.of() : List.of(level("asked", asked));
        String client = root.has("client") ? text(root, "client") : "";
        return new CaseFile(
                new Source(text(root, "program"), client),
                new Question(level("level", text(root, "level")), others),
                text(root, "failure"),
                calls,
                new Script(turns),
                transactions);
    }

    private static IsolationLevel level(String field, String label) {
        try {
            return ExploredLevels.NAMES.parse(label);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(field + ": " + unknown.getMessage(), unknown);
        }
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
        var reads = new ArrayList<Script.Read>();
        for (JsonNode step : array(txn, "steps")) {
            String kind = text(step, "kind");
            if (Arrays.stream(ExploredStep.Kind.values())
                    .anyMatch(known -> known.isExternal() && known.label().equals(kind))) {
                reads.add(new Script.Read(text(step, "key"), number(step, "from")));
            }
        }
        return new Script.Turn(number(txn, "session"), reads);
    }

    private static JsonNode required(JsonNode node, String field) {
        JsonNode found = node.get(field);
        if (found == null) {
            throw new IllegalArgumentException("'" + field + "' is missing in " + abridged(node));
        }
        return found;
    }

    private static JsonNode array(JsonNode node, String field) {
        JsonNode found = required(node, field);
        if (!found.isArray()) {
            throw new IllegalArgumentException(field + ": " + abridged(found) + " is not an array");
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
        return abridged(node.toString());
    }

    private static String abridged(String text) {
        return text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "...";
    }
}
