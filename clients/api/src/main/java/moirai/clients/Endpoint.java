package moirai.clients;

/**
 * Where a database listens and who asks.
 *
 * @param url a JDBC URL
 * @param user empty if the URL or the driver's defaults say it
 * @param password empty for none; never printed
 */
public record Endpoint(String url, String user, String password) {

    /** Without the password, and without any secret that stands in the URL. */
    @Override
    public String toString() {
        return url.replaceAll("(?i)((?:password|secret|passphrase)\\w*=)[^&;]*", "$1…")
                .replaceAll("//[^/@]*@", "//…@");
    }
}
