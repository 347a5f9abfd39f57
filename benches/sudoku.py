"""Sudoku variants in f-puzzles JSON on OR-Tools CP-SAT: a model of its own, for docs/performance.md.

Usage: python3 benches/sudoku.py ../shared/puzzles/sudoku/variants/*.json
Prints CPU seconds to the first solution, and to the proof that it is the only one, on one thread; what the Python
model takes to be built is not counted. Solutions are compared with the table `solutions.tsv` beside the puzzles.
"""
import json,sys,os,time
from ortools.sat.python import cp_model
def cell(s):
    s=s.upper(); r,c=s[1:].split('C'); return int(r)-1,int(c)-1
def build(d):
    n=int(d['size']); m=cp_model.CpModel()
    x=[[m.NewIntVar(1,n,f'r{r+1}c{c+1}') for c in range(n)] for r in range(n)]
    V=lambda s:x[cell(s)[0]][cell(s)[1]]
    h=max(k for k in range(1,n+1) if k*k<=n and n%k==0); w=n//h
    reg=[[ (r//h)*h+c//w for c in range(n)] for r in range(n)]
    for r in range(n):
        for c in range(n):
            g=d['grid'][r][c]
            if g.get('given'): m.Add(x[r][c]==g['value'])
            if g.get('givenPencilMarks'): m.AddAllowedAssignments([x[r][c]],[(v,) for v in g['givenPencilMarks']])
            if g.get('region') is not None: reg[r][c]=g['region']
            if g.get('parity'):
                m.AddAllowedAssignments([x[r][c]],[(v,) for v in range(1,n+1) if v%2==(0 if g['parity']=='Even' else 1)])
    for r in range(n): m.AddAllDifferent(x[r])
    for c in range(n): m.AddAllDifferent([x[r][c] for r in range(n)])
    R={}
    for r in range(n):
        for c in range(n): R.setdefault(reg[r][c],[]).append((r,c))
    for cs in R.values(): m.AddAllDifferent([x[r][c] for r,c in cs])
    def pairs(a,b,f): m.AddAllowedAssignments([a,b],[(i,j) for i in range(1,n+1) for j in range(1,n+1) if f(i,j)])
    neigh=[((r,c),(r+a,c+b)) for r in range(n) for c in range(n) for a,b in((0,1),(1,0)) if r+a<n and c+b<n]
    L=lambda k:[[cell(s) for s in l] for e in d.get(k) or [] for l in e['lines']]
    X=lambda p:x[p[0]][p[1]]
    if d.get('diagonal+'): m.AddAllDifferent([x[n-1-i][i] for i in range(n)])
    if d.get('diagonal-'): m.AddAllDifferent([x[i][i] for i in range(n)])
    for k,st in (('antiknight',[(1,2),(2,1),(1,-2),(2,-1)]),('antiking',[(1,1),(1,-1)])):
        if d.get(k):
            for r in range(n):
                for c in range(n):
                    for a,b in st:
                        if 0<=r+a<n and 0<=c+b<n: m.Add(x[r][c]!=x[r+a][c+b])
    if d.get('disjointgroups'):
        for i in range(n): m.AddAllDifferent([X(cs[i]) for cs in R.values()])
    for e in d.get('killercage') or []:
        v=[V(s) for s in e['cells']]; m.AddAllDifferent(v)
        if e.get('value'): m.Add(sum(v)==int(e['value']))
    for e in d.get('littlekillersum') or []:
        r,c=cell(e['cell']); a,b={'UL':(-1,-1),'UR':(-1,1),'DL':(1,-1),'DR':(1,1)}[e['direction']]
        cs=[(r+k*a,c+k*b) for k in range(1,n+1) if 0<=r+k*a<n and 0<=c+k*b<n]
        m.Add(sum(X(p) for p in cs)==int(e['value']))
    for e in d.get('arrow') or []:
        b=sorted(cell(s) for s in e['cells']); num=0
        for p in b: num=num*10+X(p)
        for l in e['lines']:
            cs=[cell(s) for s in l]
            if cs[0] in b: cs=cs[1:]
            m.Add(sum(X(p) for p in cs)==num)
    for l in L('thermometer'):
        for a,b in zip(l,l[1:]): m.Add(X(a)<X(b))
    for l in L('palindrome'):
        for a,b in zip(l[:len(l)//2],l[::-1]): m.Add(X(a)==X(b))
    for l in L('renban'):
        v=[X(p) for p in l]; m.AddAllDifferent(v); lo=m.NewIntVar(1,n,''); hi=m.NewIntVar(1,n,'')
        m.AddMinEquality(lo,v); m.AddMaxEquality(hi,v); m.Add(hi-lo==len(v)-1)
    for e in d.get('whispers') or []:
        k=int(e.get('value') or (n+1)//2)
        for l in e['lines']:
            for a,b in zip(l,l[1:]): pairs(V(a),V(b),lambda i,j:abs(i-j)>=k)
    for l in L('regionsumline'):
        segs=[];last=None
        for p in l:
            if reg[p[0]][p[1]]!=last: segs.append([]); last=reg[p[0]][p[1]]
            segs[-1].append(X(p))
        for s in segs[1:]: m.Add(sum(s)==sum(segs[0]))
    for l in L('entropicline'):
        for i in range(len(l)-1):
            for j in (1,2):
                if i+j<len(l): pairs(X(l[i]),X(l[i+j]),lambda a,b:(a-1)//3!=(b-1)//3)
    for l in L('zipperline'):
        k=len(l)//2
        for i in range(k):
            t=X(l[k]) if len(l)%2 else X(l[0])+X(l[-1])
            m.Add(X(l[i])+X(l[-1-i])==t)
    for l in L('betweenline'):
        b=m.NewBoolVar('')
        for p in l[1:-1]:
            m.Add(X(p)>X(l[0])).OnlyEnforceIf(b); m.Add(X(p)<X(l[-1])).OnlyEnforceIf(b)
            m.Add(X(p)<X(l[0])).OnlyEnforceIf(b.Not()); m.Add(X(p)>X(l[-1])).OnlyEnforceIf(b.Not())
    for l in L('lockout'):
        b=m.NewBoolVar(''); A,B=X(l[0]),X(l[-1])
        m.Add(B-A>=4).OnlyEnforceIf(b); m.Add(A-B>=4).OnlyEnforceIf(b.Not())
        lo=m.NewIntVar(1,n,'');hi=m.NewIntVar(1,n,'');m.AddMinEquality(lo,[A,B]);m.AddMaxEquality(hi,[A,B])
        for p in l[1:-1]:
            q=m.NewBoolVar(''); m.Add(X(p)<lo).OnlyEnforceIf(q); m.Add(X(p)>hi).OnlyEnforceIf(q.Not())
    for l in L('doublearrow'): m.Add(sum(X(p) for p in l[1:-1])==X(l[0])+X(l[-1]))
    marks=set(); xvs=set(); ratios=set()
    for e in d.get('difference') or []:
        k=int(e.get('value') or 1); a,b=e['cells']; pairs(V(a),V(b),lambda i,j:abs(i-j)==k); marks.add(frozenset((cell(a),cell(b))))
    for e in d.get('ratio') or []:
        k=int(e.get('value') or 2); a,b=e['cells']; pairs(V(a),V(b),lambda i,j:i==k*j or j==k*i); marks.add(frozenset((cell(a),cell(b)))); ratios.add(k)
    for e in d.get('xv') or []:
        a,b=e['cells']; m.Add(V(a)+V(b)==(10 if e['value']=='X' else 5)); xvs.add(frozenset((cell(a),cell(b))))
    neg=d.get('negative') or []
    for a,b in neigh:
        f=frozenset((a,b))
        if d.get('nonconsecutive') and f not in marks: pairs(X(a),X(b),lambda i,j:abs(i-j)!=1)
        if 'ratio' in neg and f not in marks: pairs(X(a),X(b),lambda i,j:all(i!=k*j and j!=k*i for k in (ratios or {2})))
        if 'xv' in neg and f not in xvs: pairs(X(a),X(b),lambda i,j:i+j not in(5,10))
    for e in d.get('quadruple') or []:
        for v in set(e['values']):
            bs=[]
            for s in e['cells']:
                b=m.NewBoolVar(''); m.Add(V(s)==v).OnlyEnforceIf(b); bs.append(b)
            m.Add(sum(bs)>=e['values'].count(v))
    for e in d.get('clone') or []:
        for a,b in zip(e['cells'],e['cloneCells']): m.Add(V(a)==V(b))
    for k,p in (('odd',1),('even',0)):
        for e in d.get(k) or []: m.AddAllowedAssignments([V(e['cell'])],[(v,) for v in range(1,n+1) if v%2==p])
    for k in ('minimum','maximum'):
        S={cell(e['cell']) for e in d.get(k) or []}
        for r,c in S:
            for a,b in((0,1),(1,0),(0,-1),(-1,0)):
                q=(r+a,c+b)
                if 0<=q[0]<n and 0<=q[1]<n and q not in S:
                    m.Add(x[r][c]<X(q)) if k=='minimum' else m.Add(x[r][c]>X(q))
    for k in ('rowindexer','columnindexer'):
        for e in d.get(k) or []:
            for s in e['cells']:
                r,c=cell(s)
                for v in range(1,n+1):
                    o=x[r][v-1] if k=='columnindexer' else x[v-1][c]; t=(c if k=='columnindexer' else r)+1
                    b=m.NewBoolVar(''); m.Add(x[r][c]==v).OnlyEnforceIf(b); m.Add(x[r][c]!=v).OnlyEnforceIf(b.Not())
                    m.Add(o==t).OnlyEnforceIf(b); m.Add(o!=t).OnlyEnforceIf(b.Not())
    def look(e):
        r,c=cell(e['cell'])
        v=[x[i][c] for i in range(n)] if not 0<=r<n else x[r][:]
        if r>=n or c>=n: v=v[::-1]
        return v
    for k in ('sandwichsum','skyscraper','xsum'):
        for e in d.get(k) or []:
            v=look(e); t=int(e['value'])
            if k=='xsum':
                for q in range(1,n+1):
                    b=m.NewBoolVar(''); m.Add(v[0]==q).OnlyEnforceIf(b); m.Add(v[0]!=q).OnlyEnforceIf(b.Not())
                    m.Add(sum(v[:q])==t).OnlyEnforceIf(b)
                continue
            # automaton
            ids={}; trans=[]; fin=set()
            step={'sandwichsum':lambda s,a:((1,0) if s[0]==0 else ((2,0) if s[1]==t else None)) if a in(1,n) and s[0]<2 else (None if a in (1,n) else ((s[0],s[1]+a) if s[0]==1 else s)),
                  'skyscraper':lambda s,a:(a,s[1]+1) if a>s[0] else s}[k]
            start=(0,0); ids[start]=0; todo=[start]
            while todo:
                s=todo.pop()
                for a in range(1,n+1):
                    q=step(s,a)
                    if q is None or q[1]>t: continue
                    if q not in ids: ids[q]=len(ids); todo.append(q)
                    trans.append((ids[s],a,ids[q]))
            fin=[i for s,i in ids.items() if (s[0]==2 if k=='sandwichsum' else s[1]==t)]
            m.AddAutomaton(v,0,fin,trans)
    return n,m,x
if __name__=='__main__':
    table=os.path.join(os.path.dirname(sys.argv[1]),'solutions.tsv')
    sol={l.split('\t')[0]:l.rstrip('\n').split('\t')[3] for l in open(table) if not l.startswith('file')}
    total=0; bad=0; worst=[]
    files=sys.argv[1:]
    for f in files:
        n,m,x=build(json.load(open(f)))
        s=cp_model.CpSolver(); s.parameters.num_workers=1
        t=time.process_time(); st=s.Solve(m)
        g=','.join(str(s.Value(x[r][c])) for r in range(n) for c in range(n)) if st in (cp_model.OPTIMAL,cp_model.FEASIBLE) else s.StatusName(st)
        if n<=9: g=g.replace(',','')
        first=time.process_time()-t
        if st in (cp_model.OPTIMAL,cp_model.FEASIBLE):
            bs=[]
            for r in range(n):
                for c in range(n):
                    b=m.NewBoolVar(''); m.Add(x[r][c]!=s.Value(x[r][c])).OnlyEnforceIf(b); bs.append(b)
            m.AddBoolOr(bs)
            t=time.process_time(); st2=s.Solve(m); second=time.process_time()-t
        else: second=0; st2=None
        total+=first+second
        b=os.path.basename(f)
        ok=(b not in sol or g==sol[b]) and st2==cp_model.INFEASIBLE
        bad+=not ok
        print(f'{b}\t{first:.3f}\t{second:.3f}\t{"ok" if ok else "BAD "+g}',flush=True)
    print('total',round(total,2),'bad',bad)
