package moirai.junit.build;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Maven or Gradle, or whatever else runs a test. */
public final class BuildTool {

    /** The configuration parameter, or system property, that stands for a seed that an annotation leaves open. */
    public static final String SEED_PROPERTY = "moirai.seed";

    /** The configuration parameter, or system property, for the folder of what outlives a failed test. */
    public static final String DIRECTORY_PROPERTY = "moirai.directory";

    private BuildTool() {}

    /** Returns a test method as Surefire's option {@code -Dtest} takes it, such as {@code Outer$Inner#method}. */
    public static String testName(ExtensionContext context) {
        String type = context.getRequiredTestClass().getName();
        return type.substring(type.lastIndexOf('.') + 1) + "#"
                + context.getRequiredTestMethod().getName();
    }

    /** Returns the seed that is configured, if any. */
    public static Optional<String> seed(ExtensionContext context) {
        return context.getConfigurationParameter(SEED_PROPERTY);
    }

    /** Returns the folder for what outlives a test: as configured, else in Maven's folder or Gradle's, if it exists. */
    public static Path directory(ExtensionContext context) {
        return context.getConfigurationParameter(DIRECTORY_PROPERTY)
                .map(Path::of)
                .orElseGet(() -> {
                    Path build = Files.isDirectory(Path.of("build")) ? Path.of("build", "moirai") : Path.of(".moirai");
                    return Files.isDirectory(Path.of("target")) ? Path.of("target", "moirai") : build;
                });
    }
}
