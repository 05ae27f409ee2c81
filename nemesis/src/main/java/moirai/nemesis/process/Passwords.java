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

    /** Writes a new password to a file that does not exist yet. */
    public static Path write(Path file) throws IOException {
        var bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return ownerOnly(file, HexFormat.of().formatHex(bytes));
    }

    /**
     * Writes a text that only the file's owner can read: other users may reach the directory where the server runs as
     * one.
     */
    public static Path ownerOnly(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }
}
