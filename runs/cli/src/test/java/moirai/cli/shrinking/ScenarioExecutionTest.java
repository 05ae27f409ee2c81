package moirai.cli.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are executed again, by the command that is stored with them. */
class ScenarioExecutionTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BROKEN = "memory:lost-update";

    @TempDir
    private Path directory;

    private Path store;
    private Path run;

    @BeforeEach
    void recordsARunThatFails() {
        store = directory.resolve("store");
        Cli.Ended ended = Cli.plain()
                .run("run", "--db", BROKEN, "--store", store.toString(), "--txn-count", "2000", "--seed", "2a");
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        run = store.resolve("latest");
    }

    private Cli.Ended execute(String... more) {
        var arguments = new ArrayList<>(List.of("shrink", run.toString(), "--execute", "--budget", "20s"));
        arguments.addAll(List.of(more));
        return Cli.plain().run(arguments.toArray(String[]::new));
    }

    private void replaceInCommand(String there, String instead) throws IOException {
        Path file = run.resolve("run.json");
        String text = Files.readString(file);
        assertThat(text).contains(there);
        Files.writeString(file, text.replace(there, instead));
    }

    private Path scenario() {
        return run.resolve("scenarios/scenario.json");
    }

    @Test
    void lessOfARunIsFoundThatFailsWhenItsCommandIsTyped() throws IOException {
        Cli.Ended ended = execute("--times", "1");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .contains("whole      10 sessions, 60.0 s, 2000 transactions, no fault")
                .contains("smallest   ")
                .contains("fresh attempts showed it")
                .contains("again      moirai run --db memory:lost-update")
                .contains("kept       " + run.resolve("scenarios"));
        JsonNode kept = JSON.readTree(scenario().toFile());
        assertThat(kept.get("measured").asBoolean()).isTrue();
        assertThat(kept.get("txn-count").asLong()).isBetween(1L, 1_000L);
        var command = new ArrayList<String>();
        kept.get("argv").forEach(argument -> command.add(argument.asText()));
        command.addAll(List.of("--min-committed", "1"));
        Cli.Ended again = Cli.plain().run(command.toArray(String[]::new));
        assertThat(again.code()).as(again.out() + again.err()).isEqualTo(1);
    }

    /** A case that an earlier execution kept is not shown for an execution in which nothing failed. */
    @Test
    void anEarlierScenarioIsNotCalledKeptByASearchThatFoundNothing() throws IOException {
        Files.createDirectories(scenario().getParent());
        Files.writeString(scenario(), "{}\n");
        replaceInCommand("\"" + BROKEN + "\"", "\"memory\"");

        Cli.Ended ended = execute("--times", "1");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(2);
        assertThat(ended.out()).contains("not reproduced").doesNotContain("kept ", "again      moirai");
    }

    @Test
    void filesThatAStoredCommandNamesAreNotRead() throws IOException {
        Path file = Files.writeString(directory.resolve("arguments"), "--db\nmemory\n");
        replaceInCommand("[ \"run\"", "[ \"run\", \"@" + file + "\"");

        Cli.Ended ended = execute();

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("the run's own command is refused now").contains("@" + file);
    }

    @Test
    void ofAFileOfArgumentsTheContentIsStored() throws IOException {
        Path file = Files.writeString(directory.resolve("arguments"), "--txn-count\n300\n");

        Cli.plain().run("run", "--db", "memory", "--store", store.toString(), "@" + file);

        assertThat(run.resolve("run.json"))
                .content()
                .contains("\"--txn-count\", \"300\"")
                .doesNotContain("@");
    }

    /** Nobody is asked for consent here, so nothing is executed where it would be needed. */
    @Test
    void aRunAtAUrlIsNotExecutedAgain() throws IOException {
        replaceInCommand("\"--db\", \"" + BROKEN + "\"", "\"--url\", \"jdbc:postgresql://127.0.0.1:1/x\"");

        Cli.Ended ended = execute();

        assertThat(ended.code()).as(ended.err()).isEqualTo(254);
        assertThat(ended.err()).contains("--execute: the run was made at a --url");
    }
}
