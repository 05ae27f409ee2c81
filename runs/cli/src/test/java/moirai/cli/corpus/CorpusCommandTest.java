package moirai.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
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

    @Test
    void casesAreAddedListedPromotedAndAskedAgainWhateverIsWrongWithOthers() throws IOException {
        Cli.plain()
                .run(
                        "run",
                        "--db=memory:write-skew",
                        "--txn-count=20000",
                        "--seed=2a",
                        "--store",
                        directory.resolve("store").toString());
        Path kept;
        try (Stream<Path> files = Files.walk(directory)) {
            kept = files.filter(file -> file.toString().endsWith("rw-rw/case.json"))
                    .findFirst()
                    .orElseThrow();
        }

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
}
