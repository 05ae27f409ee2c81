package moirai.cli;

import java.util.Map;
import moirai.analysis.Checker;
import moirai.analysis.validation.LevelChecker;

/**
 * What commands take from outside, so that tests can give them something else.
 *
 * @param checker judges histories
 * @param environment the variables of the process
 * @param isTerminal whether a person watches, who can be shown what moves; not at a terminal that says it is dumb
 */
record Context(Checker checker, Map<String, String> environment, boolean isTerminal) {

    Context {
        environment = Map.copyOf(environment);
    }

    /** The process as it is. */
    @SuppressWarnings("SystemConsoleNull") // From JDK 22 to 24 it is never null, but for this property.
    static Context ofProcess() {
        System.setProperty("jdk.console", "java.base");
        return of(System.getenv(), System.console() != null);
    }

    /** @param hasConsole whether a terminal is there, whatever it can show */
    static Context of(Map<String, String> environment, boolean hasConsole) {
        boolean isDumb = "dumb".equals(environment.get("TERM"));
        return new Context(new LevelChecker(), environment, hasConsole && !isDumb);
    }

    /** Whether colours are wanted where a person watches: see no-color.org. */
    boolean isColored() {
        return environment.getOrDefault("NO_COLOR", "").isEmpty();
    }
}
