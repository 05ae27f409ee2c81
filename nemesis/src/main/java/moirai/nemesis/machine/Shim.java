package moirai.nemesis.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.Resources;
import moirai.nemesis.process.StateDirectory;

/**
 * The library that stands between a server and the system, compiled for this machine.
 *
 * @param library to be loaded before all others
 */
record Shim(Path library) {

    private static final String SOURCE = "machine.c";

    private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");

    private static final List<String> FLAGS = List.of("-O2", "-shared", "-fPIC");

    private static final int NAME_BYTES = 8;

    /** The exit code of a shell for a program that does not exist. */
    private static final int NOT_FOUND = 127;

    /**
     * Compiles the library, unless that was done before.
     *
     * @throws ClusterException if that is not possible here; the message says what is needed
     */
    static Shim make(StateDirectory state) throws IOException {
        byte[] source = Resources.text(Shim.class, SOURCE).getBytes(StandardCharsets.UTF_8);
        Path directory = state.exclusively(() -> state.once("machine-" + fingerprint(source), made -> {
            Path file = Files.write(made.resolve(SOURCE), source);
            Path library = made.resolve("machine.so");
            compile(file, library);
            requireLoads(library);
            state.letOthersThrough(made);
        }));
        return new Shim(directory.resolve("machine.so"));
    }

    private static void compile(Path source, Path library) {
        for (String compiler : COMPILERS) {
            var command = new ArrayList<>(List.of(compiler));
            command.addAll(FLAGS);
            command.addAll(List.of("-o", library.toString(), source.toString(), "-ldl", "-lpthread"));
            Commands.Result result = Commands.run(command);
            if (result.succeeded()) {
                return;
            }
            if (result.exitCode() != NOT_FOUND) {
                throw new ClusterException("a C compiler and the headers of the C library: apt-get install gcc"
                        + " libc6-dev ('" + compiler + "' says: " + error(result) + ")");
            }
        }
        throw new ClusterException("a C compiler: apt-get install gcc libc6-dev");
    }

    private static String error(Commands.Result result) {
        return result.output()
                .lines()
                .filter(line -> line.contains("error"))
                .findFirst()
                .orElse(result.lastLine())
                .strip();
    }

    /** Checks that the library loads: the system's loader only warns of a library that it cannot load. */
    private static void requireLoads(Path library) {
        Commands.Result result = Commands.run(List.of("env", "LD_PRELOAD=" + library, "true"));
        if (!result.succeeded() || !result.output().isBlank()) {
            throw new ClusterException("a system that loads libraries by LD_PRELOAD (" + result.lastLine() + ")");
        }
    }

    /** Returns the environment variables with which a server runs on this node's machine. */
    Map<String, String> environment(NodeDirectory node) {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "MOIRAI_MACHINE", node.controls().toString(),
                "MOIRAI_DISK", node.data().toString());
    }

    /** Returns a fingerprint of the source and of how it is compiled. */
    private static String fingerprint(byte[] source) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(String.join(" ", FLAGS).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(source), 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
