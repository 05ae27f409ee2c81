package moirai.clients.jdbc.dialects;

import java.io.IOException;

/** Makes a database in a process of its own and keeps it until its input ends. */
final class SqliteOwner {

    private SqliteOwner() {}

    public static void main(String[] arguments) throws IOException {
        try (var file = SqliteFile.create()) {
            System.out.println(file.directory());
            while (System.in.read() >= 0) {
                // Only the end matters.
            }
        }
    }
}
