package moirai.observation.recording;

import java.util.List;
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

    static Origin here() {
        return STACK.walk(frames -> frames.filter(frame -> LIBRARIES.stream()
                        .noneMatch(library -> frame.getClassName().startsWith(library)))
                .filter(frame -> frame.getFileName() != null && frame.getLineNumber() > 0)
                .findFirst()
                .map(frame -> new Origin(frame.getFileName(), frame.getLineNumber()))
                .orElse(new Origin("unknown", 1)));
    }
}
