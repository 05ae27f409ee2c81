package moirai.nemesis.injection;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;
import moirai.nemesis.Storage;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.FileDamage;
import moirai.nemesis.process.Pauses;

/*
 * The server is shut down in good order and not killed: a server that recovers writes many pages anew from its log, and
 * with them what was damaged there. For an old file, it is also shut down once before, so that the old file is whole.
 */
/** Damages some files of a node while its server is down. Where other nodes have copies, the node is renewed later. */
final class DamageInjection implements Injection {

    private static final int FILES_MAX = 3;

    private final Fault.Damage fault;
    private final Storage storage;
    private final Taken.Hold taken;
    private final Outages.Hold outage;
    private final Optional<Node> victim;
    private final SplittableRandom random;
    private final List<String> done = new ArrayList<>();
    private String afterwards = "";
    private boolean isRenewed;

    DamageInjection(Fault.Damage fault, Site site) {
        this.fault = fault;
        this.storage = site.storage();
        this.taken = site.taken().hold();
        this.outage = site.outages().hold();
        this.random = new SplittableRandom(fault.draw());
        List<Node> free = site.free(fault.victims());
        // Never more: it is to be a copy of another node later.
        this.victim = taken.take(free.stream().limit(1).toList()).stream().findFirst();
    }

    @Override
    public boolean isVain() {
        return victim.isEmpty();
    }

    @Override
    public String target() {
        String what = victim.map(Node::name).orElse("") + " " + fault.how().label();
        return done.isEmpty() ? what : what + ": " + String.join(", ", done) + age() + afterwards;
    }

    private String age() {
        return fault.how() == FileDamage.OLD_SNAPSHOT ? " as " + fault.age().toMillis() + " ms before" : "";
    }

    @Override
    public void inject() {
        Node node = victim.orElseThrow();
        try {
            var surgery = new FileSurgery(node.dataDirectory(), storage.pageBytes(), random);
            Map<Path, byte[]> earlier = Map.of();
            if (fault.how() == FileDamage.OLD_SNAPSHOT) {
                earlier = contents(surgery, shutDown(node));
                outage.start(node);
                Pauses.unlessInterrupted(fault.age());
            }
            Map<Path, byte[]> intact = contents(surgery, shutDown(node));
            for (Path file : chosen(intact, earlier)) {
                done.add(surgery.damage(file, fault.how(), earlier.getOrDefault(file, new byte[0])));
            }
            start(node, surgery, intact);
        } catch (IOException failed) {
            throw new ClusterException("the files of " + node.name() + " cannot be damaged: " + failed, failed);
        }
    }

    /** Shuts the node down, and returns the files of its tables. */
    private List<Path> shutDown(Node node) {
        outage.keepDown(node);
        return storage.shutDown(node);
    }

    private static Map<Path, byte[]> contents(FileSurgery surgery, List<Path> files) throws IOException {
        var contents = new LinkedHashMap<Path, byte[]>();
        for (Path file : files) {
            contents.put(file, surgery.read(file));
        }
        return contents;
    }

    /** Draws one to three files that are not empty and, of old files, differ from the present ones. */
    private List<Path> chosen(Map<Path, byte[]> intact, Map<Path, byte[]> earlier) {
        var left = new ArrayList<Path>();
        intact.forEach((file, contents) -> {
            boolean isOther = !Arrays.equals(contents, earlier.getOrDefault(file, new byte[0]));
            if (contents.length > 0 && isOther) {
                left.add(file);
            }
        });
        if (left.isEmpty()) {
            throw new ClusterException("no file of its tables has anything that could be damaged");
        }
        var chosen = new ArrayList<Path>();
        int count = 1 + random.nextInt(FILES_MAX);
        while (chosen.size() < count && !left.isEmpty()) {
            chosen.add(left.remove(random.nextInt(left.size())));
        }
        return chosen;
    }

    /**
     * Starts the damaged server. If it does not start, a node that can be renewed stays down until then, and another
     * one gets its files back, as nothing has changed since.
     */
    private void start(Node node, FileSurgery surgery, Map<Path, byte[]> intact) throws IOException {
        try {
            outage.start(node);
        } catch (ClusterException refused) {
            String why = Chronicle.reason(refused);
            if (storage.canRenew()) {
                afterwards = "; it does not start any more: " + why;
                return;
            }
            node.kill();
            for (Map.Entry<Path, byte[]> file : intact.entrySet()) {
                surgery.write(file.getKey(), file.getValue());
            }
            done.clear();
            outage.start(node);
            throw new ClusterException("it did not start with damaged files, which were put back: " + why, refused);
        }
    }

    @Override
    public void heal() {
        victim.ifPresent(node -> {
            if (outage.letGo(node)) {
                if (!done.isEmpty() && storage.canRenew() && !isRenewed) {
                    storage.renew(node);
                    isRenewed = true;
                }
                outage.start(node);
            }
            taken.letGo(node);
        });
    }

    @Override
    public boolean isRestart() {
        return storage.canRenew();
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Optional<String> remainder() {
        return done.isEmpty() || storage.canRenew()
                ? Optional.empty()
                : Optional.of("nothing can make it a copy of another node here");
    }
}
