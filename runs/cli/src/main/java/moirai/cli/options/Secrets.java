package moirai.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The passwords of a command line, which are given by reference. A literal password is refused, as it would stand in
 * the list of processes, in the shell's history and in the run's directory.
 */
public final class Secrets {

    /** The forms that an option with a secret accepts, for messages. */
    static final String ACCEPTED =
            "env:NAME or file:PATH, also as ${env:NAME} (in single quotes), or no value for a prompt; without"
                    + " the option, PGPASSWORD and ~/.pgpass are used, or MYSQL_PWD with MariaDB";

    private static final Pattern REFERENCE = Pattern.compile("(env|file):(.+)");
    private static final Pattern IN_BRACES = Pattern.compile("\\$\\{([^}]+)}");

    /**
     * A URL parameter with a secret. Drivers have many, such as keyStorePassword; two parameters are excluded whose
     * names mention passwords but which hold none.
     */
    private static final Pattern IN_URL = Pattern.compile(
            "(?i)([?&;]\\w*(?:password|secret|passphrase)" + "(?!characterencoding=|callback=)\\w*=)[^&;]*");

    private static final Pattern IN_AUTHORITY = Pattern.compile("//([^/@:]*):[^/@]*@");
    private static final Pattern SERVER = Pattern.compile("(?s)(\\w+://)(?:[^/?#]*@)?([^/?#@]*)(.*)");
    private static final Pattern AUTHORITY_WITH_USER = Pattern.compile("^[^/?]*//[^/?]*@");

    private Secrets() {}

    private static Matcher reference(String value) {
        return REFERENCE.matcher(IN_BRACES.matcher(value).replaceAll("$1"));
    }

    static boolean isReference(String value) {
        return reference(value).matches();
    }

    /**
     * Returns the secret that a reference names.
     *
     * @throws IllegalArgumentException if the reference leads nowhere; the message does not hold the secret
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

    /** Returns whether a user, and perhaps a password, stands before the host of the URL. */
    public static boolean isInAuthority(String url) {
        return AUTHORITY_WITH_USER.matcher(url).find();
    }

    /** Returns whether a password stands among the parameters of the URL. */
    static boolean isInUrl(String url) {
        return IN_URL.matcher(url).find();
    }

    /**
     * Returns the server of a URL without its path, as in the address of a web hook the path may be the secret. A
     * reference is returned as it is.
     */
    static String server(String url) {
        if (isReference(url)) {
            return url;
        }
        Matcher server = SERVER.matcher(url);
        return server.matches()
                ? server.group(1) + server.group(2) + (server.group(3).isEmpty() ? "" : "/…")
                : "…";
    }

    /** Returns the URL without any password that stands in it. */
    public static String redacted(String url) {
        return IN_AUTHORITY.matcher(IN_URL.matcher(url).replaceAll("$1…")).replaceAll("//$1:…@");
    }
}
