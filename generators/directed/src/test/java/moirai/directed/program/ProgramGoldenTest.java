package moirai.directed.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import moirai.directed.examples.Courseware;
import moirai.directed.examples.EveryPart;
import moirai.directed.examples.SmallBank;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.examples.Tpcc;
import moirai.directed.examples.Withdrawal;
import moirai.directed.program.json.ProgramJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The example programs as people and as tools read them. */
class ProgramGoldenTest {

    private static final Path FOLDER = Path.of("src/test/resources/programs");

    static Stream<Program> programs() {
        return Stream.concat(
                Stream.of(
                        EveryPart.program(),
                        SmallBank.program(),
                        Courseware.program(),
                        Courseware.withPlaces(),
                        Tpcc.program(),
                        Withdrawal.program()),
                Arrays.stream(TextbookAnomaly.values()).map(TextbookAnomaly::program));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void isPrintedAsBefore(Program program) {
        assertThat(ProgramPrinter.print(program))
                .isEqualTo(golden(program.name() + ".txt", ProgramPrinter.print(program)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void isWrittenAsBeforeAndReadBack(Program program) {
        String json = ProgramJson.write(program);

        assertThat(json).isEqualTo(golden(program.name() + ".json", json));
        assertThat(ProgramJson.read(json)).isEqualTo(program);
    }

    private static String golden(String name, String actual) {
        Path file = FOLDER.resolve(name);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, actual);
            }
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
