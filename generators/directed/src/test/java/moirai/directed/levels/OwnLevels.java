package moirai.directed.levels;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Levels that are written in the language of specifications. */
public final class OwnLevels {

    private OwnLevels() {}

    /** Returns the file of one of the ten levels of the theory. */
    public static Path file(Promises level) {
        return Path.of("src/test/resources/levels", level.name() + ".level");
    }

    /** Returns the level as its file says it. */
    public static Promises written(Promises level) {
        try {
            return Promises.of(level.name() + ".level", Files.readString(file(level)));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** Returns a level of whole transactions with these axioms. */
    public static Promises ofTransactions(String... axioms) {
        return Promises.of("own.level", "level of transactions\n" + String.join("\n", axioms));
    }

    /** Returns a level of statements with these axioms. */
    public static Promises ofStatements(String... axioms) {
        return Promises.of("own.level", "level of statements\n" + String.join("\n", axioms));
    }
}
