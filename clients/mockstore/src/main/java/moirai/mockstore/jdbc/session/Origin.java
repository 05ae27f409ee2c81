package moirai.mockstore.jdbc.session;

/**
 * The description of a connection's database, as its metadata reports it.
 *
 * @param name of the database
 * @param url by which it was opened, without a password; a placeholder if it was opened without a URL
 * @param user who opened it; there is no access control
 */
public record Origin(String name, String url, String user) {}
