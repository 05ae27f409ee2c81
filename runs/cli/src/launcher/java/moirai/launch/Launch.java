package moirai.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code java -jar moirai.jar} starts, so that it also works where {@code java} is older than Moirai needs.
 *
 * <p>Class files of Java 11: on a JVM that is new enough it calls the command line, otherwise it looks for a JDK in the
 * usual places, the same as {@code scripts/lib/jdk.sh}, and runs the command there. Uses nothing but the JDK.
 */
public final class Launch {

    private static final int NEEDED = 21;
    private static final int EX_CONFIG = 78;
    private static final String MAIN = "moirai.cli.Moirai";

    private Launch() {}

    public static void main(String[] args) throws Exception {
        if (Runtime.version().feature() >= NEEDED) {
            call(args);
            return;
        }
        Path home = suitable();
        if (home == null) {
            System.err.println("moirai: needs a JDK " + NEEDED + " or newer; this is " + Runtime.version().feature()
                    + " and no other was found. Install one (for example Temurin 25, https://adoptium.net)"
                    + " or set MOIRAI_JAVA_HOME or JAVA_HOME to the folder of one.");
            System.exit(EX_CONFIG);
        } else {
            System.exit(runOn(home, args));
        }
    }

    private static void call(String[] args) throws Exception {
        try {
            Class.forName(MAIN).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            throw cause instanceof Exception ? (Exception) cause : thrown;
        }
    }

    /** Runs the command on another JDK; its exit code, and a signal to us, pass through. */
    private static int runOn(Path home, String[] args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN);
        command.addAll(List.of(args));
        Process child = new ProcessBuilder(command).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(child), "end the child"));
        return child.waitFor();
    }

    /** Ends with the code of the child, not with that of the signal: it says what the child has found. */
    private static void end(Process child) {
        child.destroy();
        try {
            Runtime.getRuntime().halt(child.waitFor());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path suitable() {
        for (String variable : List.of("MOIRAI_JAVA_HOME", "JAVA_HOME")) {
            String value = System.getenv(variable);
            if (value != null && feature(Paths.get(value)) >= NEEDED) {
                return Paths.get(value);
            }
        }
        String user = System.getProperty("user.home");
        Path best = null;
        for (String place : List.of(
                "/usr/lib/jvm",
                "/usr/java",
                "/opt/java",
                "/opt",
                user + "/.sdkman/candidates/java",
                user + "/.jdks",
                user + "/.gradle/jdks",
                user + "/.local/share/mise/installs/java",
                user + "/.asdf/installs/java",
                "/Library/Java/JavaVirtualMachines",
                user + "/Library/Java/JavaVirtualMachines",
                "/opt/homebrew/opt",
                "/usr/local/opt")) {
            best = newest(Paths.get(place), best);
        }
        return best;
    }

    private static Path newest(Path place, Path bestSoFar) {
        Path best = bestSoFar;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(place)) {
            for (Path folder : folders) {
                for (String inside : List.of("", "Contents/Home", "libexec/openjdk.jdk/Contents/Home")) {
                    Path home = folder.resolve(inside);
                    if (feature(home) >= NEEDED && (best == null || feature(home) > feature(best))) {
                        best = home;
                    }
                }
            }
        } catch (IOException absent) {
            return best;
        }
        return best;
    }

    /** The feature version of the JDK in a folder, 0 if there is none. */
    private static int feature(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
            return 0;
        }
        try (BufferedReader lines = Files.newBufferedReader(release, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("JAVA_VERSION=\"")) {
                    return Integer.parseInt(line.substring(14).split("[^0-9]")[0]);
                }
            }
        } catch (IOException | NumberFormatException unreadable) {
            return 0;
        }
        return 0;
    }
}
