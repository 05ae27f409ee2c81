package moirai.directed.program.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Invariant;
import moirai.directed.program.Loop;
import moirai.directed.program.Numbers;
import moirai.directed.program.Origin;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** The JSON form of programs, which all front-ends write. {@link #read} accepts what {@link #write} makes. */
public final class ProgramJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final List<String> KINDS = List.of("select", "insert", "update", "delete", "loop");

    private ProgramJson() {}

    /** Returns the program as indented JSON, with a newline at the end. */
    public static String write(Program program) {
        return JsonWriter.write(program).toPrettyString() + "\n";
    }

    /** Reads a program. Throws ProgramFormatException if the text is no program. */
    public static Program read(String json) {
        try {
            return program(new JsonPlace(MAPPER.readTree(json), ""));
        } catch (JsonProcessingException broken) {
            var at = broken.getLocation();
            String where = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
            throw new ProgramFormatException(where + broken.getOriginalMessage() + "; expected JSON");
        } catch (IllegalArgumentException wrong) {
            throw new ProgramFormatException(String.valueOf(wrong.getMessage()));
        }
    }

    private static Program program(JsonPlace place) {
        place.onlyMembers(Set.of("name", "numbers", "tables", "invariants", "transactions"));
        JsonPlace invariants = place.member("invariants");
        return new Program(
                place.member("name").text(),
                place.member("tables").list(ProgramJson::table),
                place.member("transactions").list(ProgramJson::txn),
                invariants.isMissing() ? List.of() : invariants.list(ProgramJson::invariant),
                numbers(place.member("numbers")));
    }

    private static Numbers numbers(JsonPlace place) {
        if (place.isMissing()) {
            return Numbers.NATURAL;
        }
        place.onlyMembers(Set.of("signed", "natural"));
        return new Numbers(place.member("signed").flag(), Set.copyOf(texts(place.member("natural"))));
    }

    private static Invariant invariant(JsonPlace place) {
        place.onlyMembers(Set.of("name", "rows", "condition"));
        var rows = new LinkedHashMap<String, String>();
        place.member("rows").members().forEach(row -> rows.put(row.name(), row.text()));
        return new Invariant(place.member("name").text(), rows, JsonExpressions.condition(place.member("condition")));
    }

    private static Table table(JsonPlace place) {
        place.onlyMembers(Set.of("name", "key", "fields", "unique"));
        JsonPlace unique = place.member("unique");
        return new Table(
                place.member("name").text(),
                texts(place.member("key")),
                texts(place.member("fields")),
                unique.isMissing() ? List.of() : unique.list(ProgramJson::texts));
    }

    private static TxnType txn(JsonPlace place) {
        place.onlyMembers(Set.of("name", "parameters", "steps", "commit"));
        JsonPlace steps = place.member("steps");
        Map<String, Origin> origins = new HashMap<>();
        List<Step> read = steps.list(step -> step(step, origins));
        Condition commit = condition(place, "commit");
        return new TxnType(place.member("name").text(), texts(place.member("parameters")), read, origins, commit);
    }

    private static Step step(JsonPlace place, Map<String, Origin> origins) {
        List<String> kinds = KINDS.stream().filter(place::has).toList();
        if (kinds.size() != 1) {
            throw place.wrong("an object with exactly one of " + KINDS);
        }
        Step step = switch (kinds.getFirst()) {
            case "select" -> select(place);
            case "insert" -> insert(place);
            case "update" -> update(place);
            case "delete" -> delete(place);
            default -> loop(place, origins);
        };
        JsonPlace source = place.member("source");
        if (!source.isMissing()) {
            origins.put(step.label(), Origin.of(source.text()).orElseThrow(() -> source.wrong("FILE:LINE")));
        }
        return step;
    }

    private static Statement select(JsonPlace place) {
        place.onlyMembers(Set.of("label", "select", "fields", "where", "pick", "guard", "locks", "source"));
        return new Statement.Select(
                place.member("label").text(),
                place.member("select").text(),
                texts(place.member("fields")),
                condition(place, "where"),
                pick(place.member("pick")),
                condition(place, "guard"),
                flag(place, "locks"));
    }

    private static Statement insert(JsonPlace place) {
        place.onlyMembers(Set.of("label", "insert", "values", "guard", "source"));
        return new Statement.Insert(
                place.member("label").text(),
                place.member("insert").text(),
                assignments(place.member("values")),
                condition(place, "guard"));
    }

    private static Statement update(JsonPlace place) {
        place.onlyMembers(Set.of("label", "update", "set", "where", "guard", "atomic", "source"));
        return new Statement.Update(
                place.member("label").text(),
                place.member("update").text(),
                assignments(place.member("set")),
                condition(place, "where"),
                condition(place, "guard"),
                flag(place, "atomic"));
    }

    private static Statement delete(JsonPlace place) {
        place.onlyMembers(Set.of("label", "delete", "where", "guard", "source"));
        return new Statement.Delete(
                place.member("label").text(),
                place.member("delete").text(),
                condition(place, "where"),
                condition(place, "guard"));
    }

    private static Step loop(JsonPlace place, Map<String, Origin> origins) {
        place.onlyMembers(Set.of("loop", "times", "steps", "source"));
        return new Loop(
                place.member("loop").text(),
                JsonExpressions.expression(place.member("times")),
                place.member("steps").list(step -> step(step, origins)));
    }

    private static Condition condition(JsonPlace place, String name) {
        JsonPlace condition = place.member(name);
        return condition.isMissing() ? Condition.always() : JsonExpressions.condition(condition);
    }

    private static boolean flag(JsonPlace place, String name) {
        JsonPlace flag = place.member(name);
        return !flag.isMissing() && flag.flag();
    }

    private static List<String> texts(JsonPlace place) {
        return place.list(JsonPlace::text);
    }

    private static List<Assignment> assignments(JsonPlace place) {
        return place.members().stream()
                .map(member -> new Assignment(member.name(), JsonExpressions.expression(member)))
                .toList();
    }

    private static Pick pick(JsonPlace place) {
        if (place.isMissing()) {
            return Pick.all();
        }
        if (place.node().size() == 1 && place.has("least")) {
            return new Pick.Least(place.member("least").text());
        }
        if (place.node().size() == 1 && place.has("greatest")) {
            return new Pick.Greatest(place.member("greatest").text());
        }
        throw place.wrong("an object with one of [least, greatest]; without pick all rows are returned");
    }
}
