package moirai.cli.consent;

import java.util.Map;

/** Who marks databases and who tests them. */
final class Owner {

    /** For machines on which everybody has the same name, or none. */
    private static final String VARIABLE = "MOIRAI_OWNER";

    private Owner() {}

    static String of(Map<String, String> environment) {
        return environment.getOrDefault(VARIABLE, System.getProperty("user.name"));
    }
}
