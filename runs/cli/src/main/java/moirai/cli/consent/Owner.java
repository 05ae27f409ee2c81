package moirai.cli.consent;

import java.util.Map;

/** The person or machine in whose name databases are marked and tested. */
final class Owner {

    /** The environment variable with the owner, for machines on which all users have the same name, or none. */
    private static final String VARIABLE = "MOIRAI_OWNER";

    private Owner() {}

    static String of(Map<String, String> environment) {
        return environment.getOrDefault(VARIABLE, System.getProperty("user.name"));
    }
}
