package moirai.nemesis.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordsTest {

    @TempDir
    private Path root = Path.of("unset");

    /** The directory around it must be passable where the server is another user, and its name can be guessed. */
    @Test
    void passwordIsForItsOwnerAlone() throws IOException {
        var password = Passwords.write(root.resolve("password"));

        assertThat(Files.getPosixFilePermissions(password)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(password).content().matches("[0-9a-f]{32}");
    }
}
