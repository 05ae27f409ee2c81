package moirai.cli;

import java.util.Map;
import moirai.analysis.Checker;
import moirai.analysis.validation.LevelChecker;

/**
 * The environment that commands take from outside, so that tests can replace it.
 *
 * @param checker judges histories
 * @param environment the variables of the process
 * @param isTerminal whether a person watches at a terminal that can redraw lines; false if {@code TERM} is dumb
 */
record Context(Checker checker, Map<String, String> environment, boolean isTerminal) {

    Context {
        environment = Map.copyOf(environment);
    }

    /** Returns the context of this process. */
    @SuppressWarnings("SystemConsoleNull") // From JDK 22 to 24 it is never null, but for this property.
    static Context ofProcess() {
        System.setProperty("jdk.console", "java.base");
        return of(System.getenv(), System.console() != null);
    }

    /**
     * Returns a context with these variables.
     *
     * @param hasConsole whether the process has a terminal, whatever it can show
     */
    static Context of(Map<String, String> environment, boolean hasConsole) {
        boolean isDumb = "dumb".equals(environment.get("TERM"));
        return new Context(new LevelChecker(), environment, hasConsole && !isDumb);
    }

    /** Returns whether output at a terminal is coloured; follows no-color.org. */
    boolean isColored() {
        return environment.getOrDefault("NO_COLOR", "").isEmpty();
    }
}
