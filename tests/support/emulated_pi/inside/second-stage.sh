#!/bin/sh
# The machine's first start, in place of init: every unpacked package is set up, and the owner gets an account.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive DEBCONF_NONINTERACTIVE_SEEN=true HOME=/root INITRD=No
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs tmp /tmp
mount -t tmpfs run /run
mount -o remount,rw /
fail() {
    echo "SECOND STAGE FAILED: $*"
    sync
    echo o >/proc/sysrq-trigger
    sleep 60
}
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
[ -e /usr/bin/awk ] || ln -s mawk /usr/bin/awk
ldconfig
# What these would have done before they were unpacked.
for package in base-passwd base-files; do
    [ -x /var/lib/dpkg/info/$package.preinst ] && sh /var/lib/dpkg/info/$package.preinst install
done
[ -e /etc/passwd ] || cp /usr/share/base-passwd/passwd.master /etc/passwd
[ -e /etc/group ] || cp /usr/share/base-passwd/group.master /etc/group
dpkg --configure --force-depends base-passwd base-files
dpkg --configure -a --force-depends --force-unsafe-io || dpkg --configure -a --force-depends || fail configure
rm /usr/sbin/policy-rc.d
for group in gpio spi i2c render input; do getent group $group >/dev/null || groupadd --system $group; done
useradd --create-home --shell /bin/bash --groups sudo,gpio,spi,video,audio,render,input pi
for home in /root /home/pi; do
    mkdir -p -m 700 $home/.ssh
    cp /etc/ssh/owner.pub $home/.ssh/authorized_keys
done
chown -R pi:pi /home/pi
depmod "$(uname -r)"
systemctl enable systemd-networkd ssh emulated-camera
systemctl mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service
rm -f /second-stage
echo "SECOND STAGE DONE"
sync
echo u >/proc/sysrq-trigger
echo o >/proc/sysrq-trigger
sleep 60
