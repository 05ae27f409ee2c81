package moirai.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import moirai.junit.build.BuildTool;
import moirai.junit.weak.Failure;
import moirai.junit.weak.choices.SavedTry;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The file of the try of a test that failed last at a level. */
final class TryFiles {

    private final IsolationSettings settings;
    private final Path file;
    private final String test;

    TryFiles(IsolationSettings settings, ExtensionContext context, StoreLevel level) {
        this.settings = settings;
        this.file = settings.directory()
                .resolve(context.getRequiredTestClass().getName() + "."
                        + context.getRequiredTestMethod().getName() + "." + WeakLevels.label(level) + ".txt");
        this.test = BuildTool.testName(context);
    }

    /**
     * Returns the try that the file keeps; empty if there is no file, or one of another version of Moirai, which is as
     * good as none: it only decides where the search begins.
     */
    Optional<SavedTry> read() {
        try {
            return Files.exists(file) ? Optional.of(SavedTry.of(Files.readAllLines(file))) : Optional.empty();
        } catch (IllegalArgumentException | IOException other) {
            return Optional.empty();
        }
    }

    /** Forgets the try, which does not fail any more. */
    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }

    /** Keeps a failure, and returns lines about how to repeat it. */
    String advice(Failure failure) {
        String command = "again: mvn test -Dtest='" + test + "'";
        String annotation = "@IsolationTest(seed = \"" + failure.seed() + "\")\n";
        String again = settings.isExhaustive()
                ? command + "\n"
                : settings.hasOwnSeed()
                        ? command + "\n       with " + annotation
                        : command + " -D" + BuildTool.SEED_PROPERTY + "=" + failure.seed() + "\n       or "
                                + annotation;
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, failure.saved().lines());
            return again + "kept:  " + file + "\n       which the next run tries first\n";
        } catch (IOException e) {
            return again + "not kept for the next run: " + e + "\n";
        }
    }
}
