package org.testcontainers.containers;

/** A stand-in for the class of this name in Testcontainers, which needs Docker. Containers are subclasses of it. */
public abstract class JdbcDatabaseContainer {

    public abstract String getJdbcUrl();

    public String getUsername() {
        return "sa";
    }

    public String getPassword() {
        return "";
    }
}
