package moirai.observation.recording;

import java.util.List;
import java.util.function.Predicate;
import moirai.directed.program.Origin;

/** Finds the line of the application that led to a statement. */
final class Origins {

    private static final StackWalker STACK = StackWalker.getInstance();

    /** The prefixes of the class names of libraries. */
    private static final List<String> LIBRARIES = List.of(
            "java.",
            "javax.",
            "jakarta.",
            "jdk.",
            "sun.",
            "com.sun.",
            "com.zaxxer.",
            "org.h2.",
            "org.hibernate.",
            "org.jooq.",
            "org.springframework.",
            "moirai.interception.",
            "moirai.observation.recording.");

    private Origins() {}

    /** Returns whether a class is of none of the libraries that are known. */
    static boolean isOfApplication(String name) {
        return LIBRARIES.stream().noneMatch(name::startsWith);
    }

    /** Returns the innermost line in these classes; without one, the other place. */
    static Origin here(Predicate<String> classes, Origin otherwise) {
        return STACK.walk(frames -> frames.filter(frame -> classes.test(frame.getClassName()))
                .filter(frame -> frame.getFileName() != null && frame.getLineNumber() > 0)
                .findFirst()
                .map(frame -> new Origin(frame.getFileName(), frame.getLineNumber()))
                .orElse(otherwise));
    }
}
