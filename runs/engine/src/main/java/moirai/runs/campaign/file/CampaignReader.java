package moirai.runs.campaign.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Nearest;
import moirai.runs.campaign.Threshold;
import moirai.runs.campaign.sampling.Sampling;
import moirai.runs.files.WrittenDuration;
import moirai.runs.report.OwnCommand;
import moirai.runs.store.RunStore;

/** Reads the file of a campaign. */
public final class CampaignReader {

    private static final List<String> KEYS = List.of(
            "name",
            "budget",
            "parallel",
            "heap",
            "limit",
            "sampling",
            "seed",
            "run",
            "axes",
            "include",
            "exclude",
            "canary",
            "teeth",
            "expect");

    private static final String BY_DATE = "by-date";
    private static final int PARALLEL_MAX = 256;
    private static final String DEFAULT_HEAP = "512m";
    private static final String CONDITION = "axes with their values, such as {db: h2, workload: [append, bank]}";

    private final String file;
    private final RunOptions options;

    private CampaignReader(String file, RunOptions options) {
        this.file = file;
        this.options = options;
    }

    /**
     * Reads a file.
     *
     * @param file its path, for messages
     * @throws moirai.runs.RunException if something is wrong with it, with file, line and column
     */
    public static CampaignFile read(String file, String text, RunOptions options) {
        return new CampaignReader(file, options).read(text);
    }

    private CampaignFile read(String text) {
        YamlNode whole =
                YamlNode.parse(file, text, "a campaign, as '" + OwnCommand.line("campaign init") + "' writes it");
        Map<String, YamlNode> fields = whole.fields("a campaign", KEYS).stream()
                .collect(Collectors.toMap(YamlNode.Field::name, YamlNode.Field::value));
        List<Axis> axes =
                Optional.ofNullable(fields.get("axes")).map(this::axes).orElse(List.of());
        var matrix = new CampaignFile.Matrix(
                axes,
                list(fields, "include", entry -> included(entry, axes)),
                list(fields, "exclude", entry -> Condition.read(entry, CONDITION)));
        if (axes.isEmpty() && matrix.include().isEmpty()) {
            throw whole.refused(
                    "the campaign has no cells: expected axes, such as 'axes: {db: [h2, sqlite]}'," + " or include");
        }
        var ofAxes = new CampaignFile.Matrix(axes, List.of(), List.of());
        matrix.exclude().forEach(condition -> requireKnown(condition, ofAxes, List.of()));
        List<Setting> run = Optional.ofNullable(fields.get("run"))
                .map(node -> settings(node, "options of 'moirai run', such as {concurrency: 10}"))
                .orElse(List.of());
        List<Expectation> expectations = list(fields, "expect", CampaignReader::expectations).stream()
                .flatMap(List::stream)
                .toList();
        expectations.forEach(expectation -> requireKnown(expectation.when(), matrix, run));
        return new CampaignFile(
                new CampaignFile.Source(name(fields), file, text),
                limits(fields),
                choice(fields),
                run,
                matrix,
                expectations,
                new CampaignFile.Sharpness(
                        value(fields, "teeth", "true or false", CampaignReader::truth)
                                .orElse(true),
                        list(fields, "canary", entry -> included(entry, axes))));
    }

    private static <T> List<T> list(Map<String, YamlNode> fields, String key, Function<YamlNode, T> read) {
        return Optional.ofNullable(fields.get(key)).stream()
                .flatMap(node -> node.items("a list").stream())
                .map(read)
                .toList();
    }

    private static <T> Optional<T> value(
            Map<String, YamlNode> fields, String key, String expected, Function<String, T> parse) {
        return Optional.ofNullable(fields.get(key)).map(node -> {
            String text = node.text(expected);
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException refused) {
                throw node.refused(key + ": " + refused.getMessage());
            }
        });
    }

    private String name(Map<String, YamlNode> fields) {
        return value(fields, "name", "a name", text -> {
                    if (!RunStore.isName(text)) {
                        throw new IllegalArgumentException("'" + text + "' is not a name: expected " + RunStore.NAMES);
                    }
                    return text;
                })
                .orElse("campaign");
    }

    private static CampaignFile.Limits limits(Map<String, YamlNode> fields) {
        return new CampaignFile.Limits(
                value(fields, "budget", "a time, such as 30m", CampaignReader::duration)
                        .orElse(CampaignFile.Limits.UNLIMITED),
                value(fields, "parallel", "a number of cells at a time", CampaignReader::parallel)
                        .orElse(1),
                value(fields, "heap", "a size, such as 512m", CampaignReader::heap)
                        .orElse(DEFAULT_HEAP),
                value(fields, "limit", "a time, such as 5m", CampaignReader::duration)
                        .orElse(CampaignFile.Limits.UNLIMITED));
    }

    private static Duration duration(String text) {
        return WrittenDuration.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text + "' is not a duration: expected e.g. " + WrittenDuration.EXAMPLES));
    }

    private static int parallel(String text) {
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > PARALLEL_MAX) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a number of cells at a time: expected 1 to " + PARALLEL_MAX);
        }
        return Integer.parseInt(text);
    }

    private static boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("'" + text + "': expected true or false");
        }
        return text.equals("true");
    }

    private static String heap(String text) {
        if (!text.matches("[1-9]\\d{0,5}[mg]")) {
            throw new IllegalArgumentException("'" + text + "' is not a size: expected e.g. 512m or 2g");
        }
        return text;
    }

    private static CampaignFile.Choice choice(Map<String, YamlNode> fields) {
        Sampling sampling =
                value(fields, "sampling", Sampling.FORMS, Sampling::parse).orElseGet(Sampling.All::new);
        return new CampaignFile.Choice(
                sampling,
                value(fields, "seed", BY_DATE + ", or hexadecimal digits", CampaignReader::seeds)
                        .orElseGet(CampaignFile.Seeds.ByDate::new));
    }

    private static CampaignFile.Seeds seeds(String text) {
        if (text.equals(BY_DATE)) {
            return new CampaignFile.Seeds.ByDate();
        }
        try {
            return new CampaignFile.Seeds.Fixed(Seed.parse(text));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(refused.getMessage() + ", or " + BY_DATE);
        }
    }

    private List<Axis> axes(YamlNode node) {
        return node.fields("axes, such as {db: [h2, sqlite]}").stream()
                .map(field -> new Axis(
                        field.name(),
                        distinct(field, field.value().items("a list of values, such as [h2, sqlite]")),
                        field.key().place()))
                .toList();
    }

    private List<Axis.Value> distinct(YamlNode.Field axis, List<YamlNode> items) {
        var values = new ArrayList<Axis.Value>();
        for (YamlNode item : items) {
            Axis.Value value = item.isMapping() ? group(item) : single(axis, item);
            if (values.stream().anyMatch(other -> other.name().equals(value.name()))) {
                throw item.refused("'" + value.name() + "' is there twice on the axis " + axis.name()
                        + ": expected values that differ, or a 'name' for each");
            }
            values.add(value);
        }
        return values;
    }

    private Axis.Value single(YamlNode.Field axis, YamlNode item) {
        var one = new YamlNode.Field(axis.name(), axis.key(), item);
        Setting setting = options.read(one)
                .orElseThrow(() -> axis.key()
                        .refused("'" + axis.name() + "' is not an option of 'moirai run'"
                                + options.hint(axis.name())
                                + "; an axis of another name needs mappings, such as {db: h2,"
                                + " isolation: serializable}"));
        String name =
                setting.isFlag() ? String.valueOf(!setting.values().isEmpty()) : String.join(",", setting.values());
        return new Axis.Value(name, List.of(setting), item.place());
    }

    /** Reads a value of an axis that sets several options: a mapping, with a name if it is not to be made of them. */
    private Axis.Value group(YamlNode item) {
        String expected = "options of 'moirai run', such as {db: h2, isolation: serializable}";
        var settings = new ArrayList<Setting>();
        String name = "";
        for (YamlNode.Field field : item.fields(expected)) {
            if (field.name().equals("name")) {
                name = field.value().text("a name for the value");
            } else {
                settings.add(setting(field));
            }
        }
        String made = settings.stream()
                .map(setting -> setting.isFlag() ? setting.option() : String.join(",", setting.values()))
                .collect(Collectors.joining("/"));
        return new Axis.Value(name.isEmpty() ? made : name, settings, item.place());
    }

    private List<Setting> settings(YamlNode node, String expected) {
        return node.fields(expected).stream().map(this::setting).toList();
    }

    private Setting setting(YamlNode.Field field) {
        return options.read(field)
                .orElseThrow(() -> field.key()
                        .refused("'" + field.name() + "' is not an option of 'moirai run'"
                                + options.hint(field.name())));
    }

    /** Reads a further cell. A key is an axis, whose value is then one of its own, or an option. */
    private CampaignFile.Included included(YamlNode entry, List<Axis> axes) {
        var values = new ArrayList<CampaignFile.Included.Named>();
        for (YamlNode.Field field : entry.fields("options of 'moirai run', such as {db: memory, nemesis: none}")) {
            Optional<Axis> axis = axes.stream()
                    .filter(known -> known.name().equals(field.name()))
                    .findFirst();
            if (axis.isPresent() && !options.knows(field.name())) {
                String wanted = field.value().text("a value of the axis " + field.name());
                List<String> names =
                        axis.get().values().stream().map(Axis.Value::name).toList();
                values.add(new CampaignFile.Included.Named(
                        field.name(),
                        axis.get().values().stream()
                                .filter(value -> value.name().equals(wanted))
                                .findFirst()
                                .orElseThrow(() -> field.value().refused(unknownValue(wanted, field.name(), names)))));
            } else {
                Setting setting = setting(field);
                values.add(new CampaignFile.Included.Named(
                        field.name(),
                        new Axis.Value(
                                String.join(",", setting.values()),
                                List.of(setting),
                                field.value().place())));
            }
        }
        return new CampaignFile.Included(values, entry.place());
    }

    private static String unknownValue(String value, String axis, List<String> known) {
        return "'" + value + "' is not a value of " + axis + Nearest.hint(value, known) + ". Known: "
                + String.join(", ", known);
    }

    private static List<Expectation> expectations(YamlNode node) {
        if (!node.isMapping()) {
            return List.of(new Expectation.OfFigures(Condition.ALWAYS, List.of(threshold(node))));
        }
        Map<String, YamlNode> fields = node.fields("an expectation", List.of("when", "level", "thresholds")).stream()
                .collect(Collectors.toMap(YamlNode.Field::name, YamlNode.Field::value));
        Condition when = Optional.ofNullable(fields.get("when"))
                .map(condition -> Condition.read(condition, CONDITION))
                .orElse(Condition.ALWAYS);
        var expectations = new ArrayList<Expectation>();
        value(fields, "level", "a level, such as snapshot-isolation", IsolationLevel.NAMES::parse)
                .ifPresent(level -> expectations.add(new Expectation.OfLevel(when, level)));
        List<Threshold> thresholds = list(fields, "thresholds", CampaignReader::threshold);
        if (!thresholds.isEmpty()) {
            expectations.add(new Expectation.OfFigures(when, thresholds));
        }
        if (expectations.isEmpty()) {
            throw node.refused("nothing is expected here: expected level, thresholds or both");
        }
        return expectations;
    }

    private static Threshold threshold(YamlNode node) {
        String text = node.text("a threshold, such as committed > 1000, or a mapping with when, level, thresholds");
        try {
            return Threshold.parse(text);
        } catch (IllegalArgumentException refused) {
            throw node.refused(String.valueOf(refused.getMessage()));
        }
    }

    /** Requires that a condition is about axes or options that there are, and values that they can have. */
    private static void requireKnown(Condition condition, CampaignFile.Matrix matrix, List<Setting> run) {
        for (Condition.Key key : condition.keys()) {
            List<String> values = valuesOf(key.name(), matrix, run).distinct().toList();
            if (values.isEmpty()) {
                List<String> names = matrix.axes().stream().map(Axis::name).toList();
                throw YamlNode.refused(
                        key.place(),
                        "'" + key.name() + "' is no axis, nor an option of one" + Nearest.hint(key.name(), names)
                                + ". Known: " + String.join(", ", names));
            }
            for (String wanted : key.accepted()) {
                if (!values.contains(wanted)) {
                    throw YamlNode.refused(key.place(), unknownValue(wanted, key.name(), values));
                }
            }
        }
    }

    private static Stream<String> valuesOf(String key, CampaignFile.Matrix matrix, List<Setting> run) {
        Stream<String> ofAxes = matrix.axes().stream()
                .flatMap(axis -> axis.values().stream()
                        .flatMap(value -> Stream.concat(
                                axis.name().equals(key) ? Stream.of(value.name()) : Stream.empty(),
                                value.setting(key).stream().flatMap(set -> set.values().stream()))));
        Stream<String> ofCells = matrix.include().stream()
                .flatMap(cell -> cell.values().stream())
                .filter(named -> named.key().equals(key))
                .map(named -> named.value().name());
        Stream<String> ofAll = run.stream()
                .filter(setting -> setting.option().equals(key))
                .flatMap(setting -> setting.values().stream());
        return Stream.of(ofAxes, ofCells, ofAll).flatMap(Function.identity());
    }
}
