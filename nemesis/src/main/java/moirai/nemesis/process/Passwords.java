package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Passwords of servers' own users, which nobody types. */
public final class Passwords {

    private Passwords() {}

    /** Writes a new one to a file that does not exist yet. */
    public static Path write(Path file) throws IOException {
        var bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return ownerOnly(file, HexFormat.of().formatHex(bytes));
    }

    /** Writes a text for its owner alone: the way to it is open where the server runs as somebody else. */
    public static Path ownerOnly(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }
}
