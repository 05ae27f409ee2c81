package moirai.programs.explored;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import moirai.exploration.CheckedProgram;
import moirai.exploration.search.Explorable;
import moirai.history.Seed;
import moirai.history.level.Nearest;

/** The programs that can be explored, by name: those of Moirai, and classes of the user. */
public final class ExploredPrograms {

    private ExploredPrograms() {}

    /**
     * The parameters of randomly generated client programs.
     *
     * @param sessions from 1
     * @param txns of each session, from 1
     */
    public record Lot(int sessions, int txns, Seed seed) {}

    /**
     * A program that was found.
     *
     * @param client its text if it is a client program that the name alone does not identify; otherwise empty
     */
    public record Found(CheckedProgram checked, String client) {

        private static Found of(Explorable program) {
            return new Found(CheckedProgram.of(program), "");
        }
    }

    /** Returns the names of the programs that need no class. */
    public static List<String> names() {
        var names = new ArrayList<>(JdbcExamples.names());
        names.addAll(Applications.names());
        names.addAll(Applications.clients());
        names.addAll(Applications.sessionScaling());
        names.addAll(Applications.txnScaling());
        return names;
    }

    /**
     * Returns the program of a name.
     *
     * @param name one of {@link #names}; or a file with a client program, which ends in {@code .txt}; or a class with a
     *    constructor without parameters that is a {@link Supplier} of an {@link Explorable} or of a {@link
     *    CheckedProgram}
     * @param lot for the name of an application
     * @param classes where classes are looked for; asked if the name is that of a class
     * @throws IllegalArgumentException if there is none; the message says what would be accepted
     */
    public static Found named(String name, Lot lot, Supplier<ClassLoader> classes) {
        if (JdbcExamples.names().contains(name)) {
            return Found.of(JdbcExamples.named(name).orElseThrow());
        }
        if (Applications.names().contains(name)) {
            return ofClient(Applications.random(name, lot.sessions(), lot.txns(), lot.seed()));
        }
        if (names().contains(name)) {
            return Found.of(Applications.client(name).withInvariants());
        }
        return name.endsWith(".txt") ? ofFile(Path.of(name)) : new Found(ofClass(name, classes), "");
    }

    /**
     * Returns the client program of a text.
     *
     * @param source where it is from, in messages
     * @throws IllegalArgumentException if it is none
     */
    public static Found ofText(String source, String text) {
        return ofClient(Applications.parse(source, text));
    }

    private static Found ofClient(ClientProgram client) {
        return new Found(CheckedProgram.of(client.withInvariants()), client.text());
    }

    private static Found ofFile(Path file) {
        try {
            return ofText(file.toString(), Files.readString(file));
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("no such file: " + file, missing);
        } catch (CharacterCodingException foreign) {
            throw new IllegalArgumentException(file + " is no text in UTF-8", foreign);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static CheckedProgram ofClass(String name, Supplier<ClassLoader> classes) {
        Object made = made(name, classes);
        if (!(made instanceof Supplier<?> supplier)) {
            throw noProgram(name);
        }
        return switch (supplied(name, supplier)) {
            case CheckedProgram checked -> checked;
            case Explorable program -> CheckedProgram.of(program);
            default -> throw noProgram(name);
        };
    }

    private static Object supplied(String name, Supplier<?> supplier) {
        try {
            return requireNonNullElse(supplier.get(), "nothing");
        } catch (LinkageError | RuntimeException failed) {
            throw new IllegalArgumentException("class " + name + " makes no program: " + failed, failed);
        }
    }

    private static IllegalArgumentException noProgram(String name) {
        return new IllegalArgumentException("class " + name + " is not a java.util.function.Supplier of a"
                + " moirai.exploration.program.Program, a moirai.exploration.jdbc.JdbcProgram or a"
                + " moirai.exploration.CheckedProgram");
    }

    private static Object made(String name, Supplier<ClassLoader> classes) {
        try {
            return classes.get().loadClass(name).getConstructor().newInstance();
        } catch (ClassNotFoundException unknown) {
            throw new IllegalArgumentException(
                    "'" + name + "' is neither a program nor a class on the class path" + hint(name, classes)
                            + ". Known programs: " + String.join(", ", JdbcExamples.names()) + ", "
                            + String.join(", ", Applications.names()) + ", and with -1 to -5 those of the paper;"
                            + " for a class of your own give its full name, and --classpath",
                    unknown);
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException unusable) {
            throw new IllegalArgumentException(
                    "class " + name + " has no public constructor without parameters", unusable);
        } catch (InvocationTargetException failed) {
            throw new IllegalArgumentException("class " + name + " cannot be made: " + failed.getCause(), failed);
        } catch (LinkageError unusable) {
            throw new IllegalArgumentException("class " + name + " cannot be loaded: " + unusable, unusable);
        }
    }

    /**
     * Returns a hint about a class that was not found. The name of a nested class has a dollar where its source has a
     * dot.
     */
    private static String hint(String name, Supplier<ClassLoader> classes) {
        String nested = name.replaceFirst("\\.([^.]*)$", "\\$$1");
        try {
            return "; did you mean '" + classes.get().loadClass(nested).getName() + "'?";
        } catch (ClassNotFoundException | LinkageError unknown) {
            return Nearest.hint(name, names());
        }
    }
}
