package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels of the user's own, in files. */
class OwnLevelTest {

    private static final Path SHOP = Path.of("../programs/src/main/java/moirai/programs/shop");

    private static final Path THEORY = Path.of("../../generators/directed/src/test/resources/levels");

    @TempDir
    Path folder;

    private Cli.Ended run(String... arguments) {
        return Cli.plain()
                .run(Stream.concat(Stream.of("schedule"), Stream.of(arguments)).toArray(String[]::new));
    }

    private String level(String text) throws IOException {
        return Files.writeString(folder.resolve("my.level"), text).toString();
    }

    private Cli.Ended analyze(String level) {
        return run(
                "analyze",
                SHOP.toString(),
                "--level",
                level,
                "--store",
                folder.resolve("store").toString());
    }

    /** Returns the lines with another name of the level, and without those about the level. */
    private static String without(String text, String level, String name) {
        String unfolded = text.replaceAll("\n +", " ");
        return unfolded.replaceAll("level[ :][^\n]*executions[^\n]*\n", "").replace(level, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "CV", "CC", "RC", "RR", "RA", "PC", "PSI", "SI", "SER"})
    void aKnownLevelInAFileGivesTheSameAnswers(String name) {
        String file = THEORY.resolve(name + ".level").toString();

        Cli.Ended known = analyze(name);
        Cli.Ended written = analyze(file);

        assertThat(written.code()).isEqualTo(known.code());
        assertThat(without(written.out(), file, name)).isEqualTo(without(known.out(), file, name));
        Cli.Ended proof = run("prove", SHOP.toString(), "--level", name);
        Cli.Ended own = run("prove", SHOP.toString(), "--level", file);
        assertThat(own.code()).isEqualTo(proof.code());
        assertThat(own.out().lines().filter(line -> line.startsWith("answer")))
                .containsExactlyElementsOf(proof.out()
                        .lines()
                        .filter(line -> line.startsWith("answer"))
                        .toList());
    }

    @Test
    void itsPlaceAndWhatChangesNothingAreTold() throws IOException {
        String file = level("""
                level of transactions with unique-keys, row-locks
                forall a, b: ww(a, b) => vis(a, b)       # nobody overwrites what it does not see
                forall a, b: wr(a, b) => vis(a, b)
                """);

        String place = ", without its row-locks and unique-keys, is stronger than EC, RC, RR, RA; weaker than PSI, SI,"
                + " SER; neither stronger nor weaker than CV, CC, PC, by all executions of up to 5 statements";
        String idle = ", line 3: the other axioms promise this: forall a, b: wr(a, b) => vis(a, b)";
        for (String text : new String[] {
            analyze(file).out(), run("prove", SHOP.toString(), "--level", file).out()
        }) {
            assertThat(text.replaceAll("\n +", " ").replaceAll(" +", " "))
                    .contains("level" + (text.startsWith("program") ? " " : ": ") + file + place)
                    .contains(file + idle);
        }
    }

    /** The analysis is kept with the whole text of its level, so that it can be replayed without the file. */
    @Test
    void anAnalysisRemembersTheLevel() throws IOException {
        String file = level("level of statements\nforall a, b, c: vis(a, b) and vis(b, c) => vis(a, c)\n");
        assertThat(analyze(file).code()).isEqualTo(1);
        Files.delete(Path.of(file));

        Cli.Ended ended =
                run("run", "--db", "mock", "--store", folder.resolve("store").toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("manifested");
    }

    @Test
    void oneTransactionMayHaveALevelOfItsOwn() throws IOException {
        String file = level("level of transactions\nforall a, b: ar(a, b) => vis(a, b)\n");

        Cli.Ended ended = run("prove", SHOP.toString(), "--level", "RC,sell=" + file);

        assertThat(ended.code())
                .isEqualTo(
                        run("prove", SHOP.toString(), "--level", "RC,sell=SER").code());
        assertThat(ended.out().replaceAll("\\s+", " ")).contains("is as strong as SER");
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "prove"})
    void mistakesNameFileLineAndColumn(String command) throws IOException {
        String file = level("level of transactions\nforall a, b: viz(a, b) => vis(a, b)\n");

        Cli.Ended ended = run(command, SHOP.toString(), "--level", file);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains("--level: " + file + ", line 2, column 14: 'viz'; expected one of vis, ar, ww, wr, rw");
    }

    @Test
    void aLevelThatSerialExecutionsBreakIsRefused() throws IOException {
        String file = level("level of transactions\nforall a, b: ww(a, b) => vis(b, a)\n");

        Cli.Ended ended = run("prove", SHOP.toString(), "--level", file);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains("line 2, column 1: in the serial execution a, then b with ww(a, b), vis(b, a) does not hold;"
                        + " expected an axiom that each serial execution keeps");
    }

    @Test
    void aFileThatIsNotThereIsRefused() {
        assertThat(run("prove", SHOP.toString(), "--level", "none.level").err().replaceAll("\\s+", " "))
                .contains("--level: 'none.level': cannot be read; expected a file in UTF-8");
    }
}
