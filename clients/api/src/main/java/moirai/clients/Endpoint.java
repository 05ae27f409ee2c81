package moirai.clients;

/**
 * The address of a database and the user who connects to it.
 *
 * @param url a JDBC URL
 * @param user empty if the URL or the driver's defaults say it
 * @param password empty for none; never printed
 */
public record Endpoint(String url, String user, String password) {

    /** Returns the endpoint without the password, and without any secret that stands in the URL. */
    @Override
    public String toString() {
        return url.replaceAll("(?i)((?:password|secret|passphrase)\\w*=)[^&;]*", "$1…")
                .replaceAll("//[^/@]*@", "//…@");
    }
}
