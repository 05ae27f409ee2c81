package moirai.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passwords by reference. A literal one would stand in the list of processes, in the shell's history and in the run's
 * directory, so it is refused.
 */
public final class Secrets {

    /** What an option with a secret accepts, for messages. */
    static final String ACCEPTED =
            "env:NAME or file:PATH, also as ${env:NAME} (in single quotes), or no value for a prompt; without"
                    + " the option, PGPASSWORD and ~/.pgpass are used, or MYSQL_PWD with MariaDB";

    private static final Pattern REFERENCE = Pattern.compile("(env|file):(.+)");
    private static final Pattern IN_BRACES = Pattern.compile("\\$\\{([^}]+)}");

    /** Drivers have many, such as keyStorePassword; two parameters speak about passwords and hold none. */
    private static final Pattern IN_URL = Pattern.compile(
            "(?i)([?&;]\\w*(?:password|secret|passphrase)" + "(?!characterencoding=|callback=)\\w*=)[^&;]*");

    private static final Pattern IN_AUTHORITY = Pattern.compile("//([^/@:]*):[^/@]*@");
    private static final Pattern AUTHORITY_WITH_USER = Pattern.compile("^[^/?]*//[^/?]*@");

    private Secrets() {}

    private static Matcher reference(String value) {
        return REFERENCE.matcher(IN_BRACES.matcher(value).replaceAll("$1"));
    }

    static boolean isReference(String value) {
        return reference(value).matches();
    }

    /**
     * Looks a reference up.
     *
     * @throws IllegalArgumentException if it leads nowhere; the message does not hold the secret
     */
    public static String resolve(String reference, Map<String, String> environment) {
        Matcher matcher = reference(reference);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a literal password is not accepted: expected " + ACCEPTED);
        }
        String name = matcher.group(2);
        if (matcher.group(1).equals("env")) {
            String value = environment.get(name);
            if (value == null) {
                throw new IllegalArgumentException("the environment variable " + name + " is not set");
            }
            return value;
        }
        try {
            return Files.readString(Path.of(name)).strip();
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("the file " + name + " cannot be read", unreadable);
        }
    }

    /** Whether a user, and perhaps a password, stands before the host. */
    public static boolean isInAuthority(String url) {
        return AUTHORITY_WITH_USER.matcher(url).find();
    }

    /** Whether a password stands among the parameters. */
    static boolean isInUrl(String url) {
        return IN_URL.matcher(url).find();
    }

    /** A URL without a password that stands in it. */
    public static String redacted(String url) {
        return IN_AUTHORITY.matcher(IN_URL.matcher(url).replaceAll("$1…")).replaceAll("//$1:…@");
    }
}
