package moirai.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.StatementOrder;
import moirai.runs.emission.CaseFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusCommandTest {

    @TempDir
    private Path directory;

    private Cli.Ended corpus(String... arguments) {
        String[] all = Stream.concat(
                        Stream.of(
                                "corpus",
                                "--corpus",
                                directory.resolve("corpus").toString()),
                        Stream.of(arguments))
                .toArray(String[]::new);
        return Cli.plain().run(all);
    }

    /** A case of a run with a planted bug. */
    private Path found() throws IOException {
        Cli.plain()
                .run(
                        "run",
                        "--db=memory:write-skew",
                        "--txn-count=20000",
                        "--seed=2a",
                        "--store",
                        directory.resolve("store").toString());
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith("rw-rw/case.json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void casesAreAddedListedPromotedAndAskedAgainWhateverIsWrongWithOthers() throws IOException {
        Path kept = found();

        assertThat(corpus("add", kept.toString()).out()).startsWith("added      ");
        Path broken = Files.createDirectories(directory.resolve("corpus/00000000-broken"));
        Files.writeString(broken.resolve("case.json"), "{");
        assertThat(corpus("promote", "none").code()).isEqualTo(254);
        String name = String.valueOf(kept.getName(kept.getNameCount() - 2));
        assertThat(corpus("promote", name).out()).isEqualTo("promoted   " + name + "\n");
        assertThat(corpus("list").out())
                .contains("kept       00000000-broken: broken: ")
                .contains("promoted   " + name + ": memory:write-skew at strict-serializable");

        Cli.Ended asked = corpus("run");

        assertThat(asked.out()).contains("00000000-broken: NOT TRIED ").contains(name + ": SHOWN ");
        assertThat(asked.code()).isEqualTo(1);
    }

    @Test
    void demoteUndoesPromoteAndKeepsTheCase() throws IOException {
        Path kept = found();
        corpus("add", kept.toString());
        String name = String.valueOf(kept.getName(kept.getNameCount() - 2));
        corpus("promote", name);

        assertThat(corpus("demote", name).out()).isEqualTo("kept       " + name + "\n");

        assertThat(corpus("list").out()).startsWith("kept       " + name + ": ");
        assertThat(corpus("demote", name).out()).isEqualTo("kept       " + name + ", which was not promoted\n");
        assertThat(corpus("demote", "none").code()).isEqualTo(254);
    }

    /** A case that is found again has no replays, and does not replace the one in the corpus that has. */
    @Test
    void aCaseThatWasReplayedStaysAndThatIsSaid() throws IOException {
        Path again = found();
        HistoryCase found = CaseFiles.readHistory(again);
        var place =
                new Confirmation.Place(found.header().database(), found.header().isolation());
        HistoryCase replayed =
                found.confirmed(List.of(new Confirmation(Control.NONE, StatementOrder.FREE, 2, 2, 0, place)));
        Path first = CaseFiles.write(directory.resolve("first"), replayed);

        assertThat(corpus("add", first.toString()).out()).startsWith("added      ");
        Cli.Ended second = corpus("add", again.toString());

        assertThat(second.out()).startsWith("kept       ").endsWith(" as it was, since it was replayed\n");
        assertThat(second.code()).isZero();
    }

    /** A file of another checker names no database, and none is taken in its place. */
    @Test
    void aCaseWithoutADatabaseIsNotTriedAndTellsHow() throws IOException {
        Path history = Files.writeString(
                directory.resolve("lost.plume"), "w(1,1,0,0)\nr(1,1,1,1)\nw(1,2,1,1)\nr(1,1,2,2)\nw(1,3,2,2)\n");
        String corpus = directory.resolve("corpus").toString();
        Path file = directory.resolve("lost.json");
        assertThat(Cli.plain()
                        .run("shrink", history.toString(), "--expect", "ser", "-o", file.toString())
                        .code())
                .isZero();
        Cli.Ended added = Cli.plain().run("corpus", "--corpus", corpus, "add", file.toString(), file.toString());
        assertThat(added.out().lines()).hasSize(2);

        Cli.Ended asked = Cli.plain().run("corpus", "--corpus", corpus, "run");

        assertThat(asked.out()).contains(": NOT TRIED it does not say which database it was found on: moirai replay ");
        assertThat(asked.code()).isEqualTo(2);
        assertThat(Cli.plain()
                        .run("replay", file.toString(), "--db", "mock:read-committed")
                        .out())
                .contains("found on   a database that the history does not name\n");
    }

    @Test
    void whereThereIsNoCaseNothingIsKnown() {
        Cli.Ended asked = corpus("run");

        assertThat(asked.out()).isEqualTo("no case in " + directory.resolve("corpus") + ", so nothing was asked\n");
        assertThat(asked.code()).isEqualTo(2);
    }
}
