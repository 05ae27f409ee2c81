package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import moirai.nemesis.faults.FileDamage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The damage that is done to files, and whose. */
class FileSurgeryTest {

    private static final int PAGE = 64;
    private static final byte[] NOTHING = {};

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final byte[] intact = new byte[5 * PAGE];

    @BeforeEach
    void fill() {
        Arrays.fill(intact, (byte) 7);
    }

    private Path data() throws IOException {
        return Files.createDirectories(directory.resolve("n1/data"));
    }

    private FileSurgery surgery(long seed) throws IOException {
        return new FileSurgery(data(), PAGE, new SplittableRandom(seed));
    }

    private Path table() throws IOException {
        return Files.write(data().resolve("table"), intact);
    }

    @Test
    void aFewBitsAreFlippedAndNothingElse() throws IOException {
        Path table = table();

        assertThat(surgery(1).damage(table, FileDamage.BIT_FLIPS, NOTHING)).matches("\\d+ in table");
        byte[] flipped = Files.readAllBytes(table);
        int bits = 0;
        for (int i = 0; i < intact.length; i++) {
            bits += Integer.bitCount((flipped[i] ^ intact[i]) & 0xff);
        }
        assertThat(flipped).hasSameSizeAs(intact);
        assertThat(bits).isBetween(1, 16);
    }

    /** Most of a page may be free: a flip there would show nothing. */
    @Test
    void bitsAreFlippedWhereSomethingIs() throws IOException {
        Arrays.fill(intact, (byte) 0);
        Arrays.fill(intact, 10, 40, (byte) 7);
        Path table = table();
        surgery(2).damage(table, FileDamage.BIT_FLIPS, NOTHING);

        byte[] flipped = Files.readAllBytes(table);
        assertThat(Arrays.copyOfRange(flipped, 40, flipped.length)).containsOnly(0);
        assertThat(Arrays.copyOfRange(flipped, 10, 40)).isNotEqualTo(Arrays.copyOfRange(intact, 10, 40));
    }

    @Test
    void theLastPagesAreGone() throws IOException {
        Path table = table();

        assertThat(surgery(3).damage(table, FileDamage.TRUNCATION, NOTHING)).matches("[12] of 5 pages of table");
        assertThat(Files.size(table)).isIn(3L * PAGE, 4L * PAGE);
    }

    @Test
    void ofAFileOfOnePageNothingIsLeft() throws IOException {
        Path table = Files.write(data().resolve("table"), new byte[] {1, 2, 3});
        surgery(4).damage(table, FileDamage.TRUNCATION, NOTHING);

        assertThat(table).isEmptyFile();
    }

    @Test
    void onePageHasOnlyZeros() throws IOException {
        Path table = table();
        surgery(5).damage(table, FileDamage.ZEROED_PAGE, NOTHING);

        byte[] zeroed = Files.readAllBytes(table);
        int zeros = 0;
        for (byte each : zeroed) {
            zeros += each == 0 ? 1 : 0;
        }
        assertThat(zeroed).hasSameSizeAs(intact);
        assertThat(zeros).isEqualTo(PAGE);
    }

    @Test
    void anOldFileHasItsOldLengthToo() throws IOException {
        Path table = table();
        surgery(6).damage(table, FileDamage.OLD_SNAPSHOT, new byte[] {1, 2, 3});

        assertThat(table).hasBinaryContent(new byte[] {1, 2, 3});
    }

    @Test
    void theSameNumberDamagesTheSameBits() throws IOException {
        surgery(7).damage(table(), FileDamage.BIT_FLIPS, NOTHING);
        byte[] first = Files.readAllBytes(data().resolve("table"));
        surgery(7).damage(table(), FileDamage.BIT_FLIPS, NOTHING);

        assertThat(data().resolve("table")).hasBinaryContent(first);
    }

    /** Neither by a path, nor by a link to a file or to a directory. */
    @Test
    void whatLeadsOutOfTheDirectoryIsRefusedAndLeft() throws IOException {
        Path alien = Files.write(directory.resolve("alien"), intact);
        Path data = data();
        Path link = Files.createSymbolicLink(data.resolve("link"), alien);
        Path passage = Files.createSymbolicLink(data.resolve("passage"), directory);
        FileSurgery surgery = surgery(8);

        for (Path out : new Path[] {alien, link, passage.resolve("alien"), data.resolve("../../alien"), data}) {
            assertThatThrownBy(() -> surgery.damage(out, FileDamage.TRUNCATION, NOTHING))
                    .as(out.toString())
                    .isInstanceOfAny(IllegalStateException.class, IOException.class);
            assertThatThrownBy(() -> surgery.write(out, NOTHING)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(alien).hasBinaryContent(intact);
    }

    @Test
    void aFileThatIsNotThereHasNothing() throws IOException {
        assertThat(surgery(9).read(data().resolve("gone"))).isEmpty();
    }
}
