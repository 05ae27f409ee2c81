package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.opentest4j.AssertionFailedError;

/** An emitted test, compiled with only JUnit on the class path. */
public final class CompiledSource {

    private static final List<String> SETTINGS = List.of("url", "user", "password", "isolation");

    private final Path classes;
    private final String name;

    private CompiledSource(Path classes, String name) {
        this.classes = classes;
        this.name = name;
    }

    /** Compiles a file in a folder of its own. */
    public static CompiledSource of(Path source) throws IOException {
        Path classes = Files.createDirectories(source.resolveSibling("classes"));
        String junit = Stream.of(Test.class, Testable.class, AssertionFailedError.class)
                .map(type ->
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .collect(Collectors.joining(File.pathSeparator));
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", junit, "-d", classes.toString(), source.toString());
        assertThat(code).as("javac").isZero();
        return new CompiledSource(classes, source.getFileName().toString().replace(".java", ""));
    }

    /** Sets a setting of the tests: {@code url}, {@code user}, {@code password} or {@code isolation}. */
    public static void set(String setting, String value) {
        System.setProperty("moirai." + setting, value);
    }

    /** Clears all settings. */
    public static void forget() {
        SETTINGS.forEach(setting -> System.clearProperty("moirai." + setting));
    }

    /** Runs the test, and throws any exception that it throws. */
    public void run() throws Throwable {
        try (var loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, CompiledSource.class.getClassLoader())) {
            var constructor = loader.loadClass(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            var method = loader.loadClass(name).getDeclaredMethod("theAnomalyIsNotSeen");
            method.setAccessible(true);
            method.invoke(constructor.newInstance());
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
