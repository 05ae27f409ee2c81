package moirai.runs.campaign.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.sampling.Sampling;
import moirai.runs.export.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class CampaignReaderTest {

    static final RunOptions OPTIONS = new RunOptions(
            List.of(
                    "db",
                    "isolation",
                    "workload",
                    "concurrency",
                    "time-limit",
                    "stages",
                    "txn-count",
                    "seed",
                    "expect",
                    "server-setting",
                    "nemesis",
                    "password"),
            List.of("negative-balances"));

    static final String WHOLE = """
            name: nightly
            budget: 30m
            parallel: 2
            heap: 1g
            limit: 4m
            sampling: pairwise
            seed: 5eed
            run:
              concurrency: 8
              server-setting: [a=1, b=2]
            axes:
              database:
                - {name: h2, db: h2, isolation: serializable}
                - {db: sqlite, isolation: serializable}
              workload: [append, bank]
              negative-balances: [true, false]
            include:
              - {db: memory, workload: append}
            exclude:
              - {database: h2, workload: bank}
            expect:
              - committed > 100
              - when: {db: [h2, memory]}
                level: serializable
                thresholds: [aborts < 20%]
            """;

    static CampaignFile read(String text) {
        return CampaignReader.read("c.yaml", text, OPTIONS);
    }

    private static JsonSchema schema() {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Schemas.CAMPAIGN.text());
    }

    private static boolean isOfSchema(String yaml) {
        Object tree = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return schema().validate(new ObjectMapper().valueToTree(tree)).isEmpty();
    }

    @Test
    void everyKeyIsRead() {
        CampaignFile file = read(WHOLE);

        assertThat(file.source().name()).isEqualTo("nightly");
        assertThat(file.source().digest())
                .matches("[0-9a-f]{64}")
                .isEqualTo(read(WHOLE).source().digest());
        assertThat(file.limits())
                .isEqualTo(new CampaignFile.Limits(Duration.ofMinutes(30), 2, "1g", Duration.ofMinutes(4)));
        assertThat(file.choice())
                .isEqualTo(
                        new CampaignFile.Choice(new Sampling.Pairs(), new CampaignFile.Seeds.Fixed(new Seed(0x5eed))));
        assertThat(file.run().stream().flatMap(Setting::argv))
                .containsExactly("--concurrency=8", "--server-setting=a=1", "--server-setting=b=2");
        assertThat(file.matrix().axes().stream().map(Axis::name))
                .containsExactly("database", "workload", "negative-balances");
        assertThat(file.matrix().axes().getFirst().values().stream().map(Axis.Value::name))
                .containsExactly("h2", "sqlite/serializable");
        assertThat(file.expectations())
                .hasSize(3)
                .element(1)
                .isInstanceOfSatisfying(
                        Expectation.OfLevel.class,
                        expectation -> assertThat(expectation.level()).isEqualTo(IsolationLevel.SERIALIZABLE));
        assertThat(isOfSchema(WHOLE)).isTrue();
    }

    @Test
    void aShortFileHasDefaults() {
        CampaignFile file = read("axes: {db: [h2]}");

        assertThat(file.source().name()).isEqualTo("campaign");
        assertThat(file.limits())
                .isEqualTo(new CampaignFile.Limits(
                        CampaignFile.Limits.UNLIMITED, 1, "512m", CampaignFile.Limits.UNLIMITED));
        assertThat(file.choice())
                .isEqualTo(new CampaignFile.Choice(new Sampling.All(), new CampaignFile.Seeds.ByDate()));
        assertThat(isOfSchema("axes: {db: [h2]}")).isTrue();
    }

    private static Arguments bad(String text, String message) {
        return Arguments.of(text, message);
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(badYaml(), badValues(), badAxes(), badReferences()).flatMap(Function.identity());
    }

    private static Stream<Arguments> badYaml() {
        return Stream.of(
                bad("axes: {db: [*h2]}", "c.yaml:1:13: is not YAML: found undefined alias h2"),
                bad("", "c.yaml:1:1: is empty: expected a campaign, as "),
                bad("axes: [", "c.yaml:1:8: is not YAML: expected the node content, but found '<stream end>'"),
                bad("a: b: c", "c.yaml:1:5: is not YAML: mapping values are not allowed here"),
                bad("- h2", "c.yaml:1:1: a list is here: expected a campaign, with keys such as name"),
                bad(
                        "axis: {db: [h2]}",
                        "c.yaml:1:1: 'axis' is not a key of a campaign (did you mean axes?). Known: name, budget,"
                                + " parallel, heap, limit, sampling, seed, run, axes, include, exclude, canary,"
                                + " teeth, expect"),
                bad(
                        "name: x",
                        "c.yaml:1:1: the campaign has no cells: expected axes, such as 'axes: {db: [h2, sqlite]}'"));
    }

    private static Stream<Arguments> badValues() {
        return Stream.of(
                bad(
                        "name: a b\naxes: {db: [h2]}",
                        "c.yaml:1:7: name: 'a b' is not a name: expected 1 to 64 letters, digits, '.', '_' or '-', with"
                                + " a letter or digit first"),
                bad(
                        "budget: soon\naxes: {db: [h2]}",
                        "c.yaml:1:9: budget: 'soon' is not a duration: expected e.g. 60 (seconds), 500ms, 60s, 5m,"
                                + " 12h, 8h30m or 1d"),
                bad(
                        "parallel: 0\naxes: {db: [h2]}",
                        "c.yaml:1:11: parallel: '0' is not a number of cells at a time: expected 1 to 256"),
                bad("heap: 1k\naxes: {db: [h2]}", "c.yaml:1:7: heap: '1k' is not a size: expected e.g. 512m or 2g"),
                bad(
                        "sampling: random\naxes: {db: [h2]}",
                        "c.yaml:1:11: sampling: 'random' is not a sampling: expected all, pairwise, or 'random N'"),
                bad(
                        "seed: xyz\naxes: {db: [h2]}",
                        "c.yaml:1:7: seed: 'xyz' is not a seed: expected 1 to 16 hexadecimal digits, or by-date"),
                bad(
                        "run: {concurency: 3}\naxes: {db: [h2]}",
                        "c.yaml:1:7: 'concurency' is not an option of 'moirai run' (did you mean concurrency?). Known:"
                                + " the options of 'moirai run' without dashes, such as db, isolation, workload"),
                bad(
                        "run: {concurrency: }\naxes: {db: [h2]}",
                        "c.yaml:1:19: nothing is here: expected a value of --concurrency"),
                bad("run: {negative-balances: yes}\naxes: {db: [h2]}", "c.yaml:1:26: 'yes': expected true or false"),
                bad(
                        "run: {password: hunter2}\naxes: {db: [h2]}",
                        "c.yaml:1:17: a password may not stand in a file: expected env:NAME or file:PATH"));
    }

    private static Stream<Arguments> badAxes() {
        return Stream.of(
                bad("axes: {db: h2}", "c.yaml:1:12: 'h2': expected a list of values, such as [h2, sqlite]"),
                bad(
                        "axes: {db: []}",
                        "c.yaml:1:12: an empty list is here: expected a list of values, such as [h2, sqlite]"),
                bad(
                        "axes: {database: [h2]}",
                        "c.yaml:1:8: 'database' is not an option of 'moirai run'. Known: the options of 'moirai run'"
                                + " without dashes, such as db, isolation, workload; an axis of another name needs"
                                + " mappings, such as {db: h2, isolation: serializable}"),
                bad(
                        "axes:\n  db: [h2, h2]",
                        "c.yaml:2:12: 'h2' is there twice on the axis db: expected values that differ, or a"
                                + " 'name' for each"),
                bad("axes: {db: [h2]}\naxes: {db: [h2]}", "c.yaml:2:1: 'axes' is there twice: expected once"));
    }

    private static Stream<Arguments> badReferences() {
        return Stream.of(
                bad(
                        "axes: {db: [h2]}\nexclude:\n  - {dbs: h2}",
                        "c.yaml:3:6: 'dbs' is no axis, nor an option of one (did you mean db?). Known: db"),
                bad(
                        "axes: {db: [h2, sqlite]}\nexclude:\n  - {db: sqlit}",
                        "c.yaml:3:6: 'sqlit' is not a value of db (did you mean sqlite?). Known: h2, sqlite"),
                bad(
                        "axes: {db: [h2]}\nexpect: [comitted > 5]",
                        "c.yaml:2:10: 'comitted' is not a figure (did you mean committed?). Known: committed, "),
                bad(
                        "axes: {db: [h2]}\nexpect: [{level: serialisable}]",
                        "c.yaml:2:18: level: 'serialisable' is not a level"),
                bad(
                        "axes: {db: [h2]}\nexpect: [{levels: serializable}]",
                        "c.yaml:2:11: 'levels' is not a key of an expectation (did you mean level?). Known: when, "),
                bad(
                        "axes: {group: [{db: h2}]}\ninclude:\n  - {group: h3}",
                        "c.yaml:3:13: 'h3' is not a value of group (did you mean h2?). Known: h2"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void whatIsWrongIsToldWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(RunException.class)
                .hasMessageStartingWith(message)
                .extracting(failed -> ((RunException) failed).exitCode())
                .isEqualTo(ExitCode.BAD_ARGUMENTS);
    }

    /** Editors with the schema find what is wrong without options of {@code moirai run} or references. */
    @Test
    void theSchemaRefusesWhatItCanKnow() {
        for (String bad : List.of(
                "name: x",
                "axis: {db: [h2]}",
                "budget: soon\naxes: {db: [h2]}",
                "parallel: 0\naxes: {db: [h2]}",
                "heap: 1k\naxes: {db: [h2]}",
                "sampling: random\naxes: {db: [h2]}",
                "axes: {db: h2}",
                "axes: {db: [h2]}\nexpect: [{levels: serializable}]",
                "axes: {db: [h2]}\nexpect: [committed]")) {
            assertThat(isOfSchema(bad)).as(bad).isFalse();
        }
    }
}
