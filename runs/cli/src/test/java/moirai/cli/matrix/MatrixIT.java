package moirai.cli.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The table of a real database, which lives in this process. */
@Timeout(180)
class MatrixIT {

    @TempDir
    private Path store;

    @Test
    void hsqldbKeepsWhatItDocumentsAndShowsWhatThatAllows() {
        Cli.Ended ended =
                Cli.plain().run("matrix", "--db", "hsqldb", "--time-limit", "20", "--store", store.toString(), "-q");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .containsPattern("\nread-committed( +·){3,4} .*[0-9.]+k .*[0-9.]+k")
                .containsPattern("\nserializable( +·){8} +[0-9.]+k? ")
                .contains("serializable · documented as snapshot-isolation");
    }
}
