package moirai.nemesis.injection;

import java.util.List;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;
import moirai.nemesis.Upgrade;

/** Brings a cluster to another version, once. It takes all nodes for that time: no other fault makes one dead. */
final class UpgradeInjection implements Injection {

    private final Upgrade upgrade;
    private final Taken.Hold taken;
    private final List<Node> nodes;
    private final boolean isVain;

    UpgradeInjection(Site site) {
        this.upgrade = site.cluster()
                .upgrade()
                .orElseThrow(() -> new ClusterException("this cluster has no version to be brought to"));
        this.taken = site.taken().hold();
        this.nodes = site.nodes();
        // With a node that is down nobody begins one.
        this.isVain = upgrade.isDone() || taken.take(nodes).size() < nodes.size();
        if (isVain) {
            letGo();
        }
    }

    private void letGo() {
        nodes.forEach(taken::letGo);
    }

    @Override
    public boolean isVain() {
        return isVain;
    }

    @Override
    public boolean isPatient() {
        return !upgrade.isDone();
    }

    @Override
    public String target() {
        return String.join(" ", Site.names(nodes)) + " " + upgrade.words();
    }

    @Override
    public void inject() {
        upgrade.begin();
    }

    @Override
    public void heal() {
        upgrade.complete();
        letGo();
    }

    @Override
    public boolean isRestart() {
        return true;
    }

    @Override
    public boolean isSlow() {
        return true;
    }
}
