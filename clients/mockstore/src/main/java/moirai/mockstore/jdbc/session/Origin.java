package moirai.mockstore.jdbc.session;

/**
 * What a connection says of where it leads.
 *
 * @param name of the database
 * @param url by which it was opened, without a password; a made-up one if it was opened without
 * @param user who opened it; there is no access control
 */
public record Origin(String name, String url, String user) {}
